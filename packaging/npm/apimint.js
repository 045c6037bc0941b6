#!/usr/bin/env node
// Runs the program of the package for this platform: its arguments, streams, signals and exit status are those of this process.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const own = require("./package.json");

// The exit status of apimint for arguments and inputs that cannot be used.
const UNUSABLE = 2;

function program() {
  const name = `@apimint/${process.platform}-${process.arch}`;
  const known = Object.keys(own.optionalDependencies);
  if (!known.includes(name)) {
    const platforms = known.map((each) => each.replace("@apimint/", "")).join(", ");
    throw new Error(
      `no program for ${process.platform}-${process.arch}; there are programs for ${platforms}. ` +
        `To build one from source, see ${own.homepage}`,
    );
  }
  try {
    return require.resolve(`${name}/${process.platform === "win32" ? "apimint.exe" : "apimint"}`);
  } catch {
    throw new Error(
      `the package ${name} is missing. It is an optional dependency of apimint: install apimint again on this system, ` +
        "without `--omit=optional`, and without copying `node_modules` or a lock file from another system",
    );
  }
}

function fail(error) {
  process.stderr.write(`apimint: ${error.message}\n`);
  process.exitCode = UNUSABLE;
}

function run(path) {
  const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
  child.on("error", fail);
  // This process outlives its child, and then ends as the child did.
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"].filter((signal) => signal in constants.signals);
  for (const signal of signals) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

try {
  run(program());
} catch (error) {
  fail(error);
}
