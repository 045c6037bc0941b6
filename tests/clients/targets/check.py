#!/usr/bin/env python3
"""Proves the lists of `apimint convert --to TARGET` with the model vendors' own packages.

Usage: check.py --work DIRECTORY --binary APIMINT [--targets NAME,...] [--details FILE] INPUT...

Each input is converted for each target. Every tool must be accepted by the vendor's types and validators, and keep the
vendor's documented limits, which rules.py has written down once more. Values are made for each lowered schema and decoded by
the side table; they must be values of the tool's input schema, except where a diagnostic says what was lost.

The packages are installed into DIRECTORY on the first run; ../versions/targets.txt has their versions.
Needs Python 3.10 or newer.
Exit codes: 0 nothing was refused and no value was wrong, 1 something was, 2 wrong arguments or no packages.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.dirname(HERE))
AT_ONCE = 2
SHOWN = 3  # examples of one kind of refusal or fault


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    arguments.add_argument("--binary", required=True, type=os.path.abspath, metavar="APIMINT", help="the program")
    arguments.add_argument(
        "--work", required=True, type=os.path.abspath, metavar="DIRECTORY", help="where the packages are installed"
    )
    arguments.add_argument("--targets", metavar="NAME,...", help="only these lists, by their names in variants.py")
    arguments.add_argument("--details", metavar="FILE", help="write every refusal and fault into this file, one a line")
    arguments.add_argument("inputs", nargs="+", metavar="INPUT", help="descriptions or lists of tools")
    options = arguments.parse_args()
    interpreter = install(options.work)
    if interpreter is None:
        return 2
    node = install_node(options.work)
    if node:
        os.environ["APIMINT_TARGETS_NODE"] = node
    if os.path.realpath(sys.prefix) != os.path.realpath(os.path.dirname(os.path.dirname(interpreter))):
        return subprocess.run([interpreter, os.path.abspath(__file__), *sys.argv[1:]]).returncode
    return check(options)


def install(work):
    """The interpreter of the environment with the packages, or None if they cannot be installed."""
    import run

    directory = os.path.join(work, "targets")
    interpreter = os.path.join(directory, "Scripts" if os.name == "nt" else "bin", "python")
    lock = os.path.join(run.VERSIONS, "targets.txt")
    commands = [
        [sys.executable, "-m", "venv", "--clear", directory],
        [interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", lock],
    ]
    os.makedirs(work, exist_ok=True)
    return interpreter if run.installed("the packages of the model vendors", directory, lock, commands) else None


def install_node(work):
    """The directory with the npm packages, or None if they cannot be installed."""
    import run

    npm, locked = shutil.which("npm"), os.path.join(run.VERSIONS, "targets")
    if not npm:
        print("LEFT OUT: the JavaScript packages of the model vendors, because npm is not installed")
        return None
    directory = os.path.join(work, "targets-node")
    os.makedirs(directory, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(locked, name), directory)
    commands = [[npm, "ci", "--prefix", directory, "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]]
    lock = os.path.join(locked, "package-lock.json")
    what = "the JavaScript packages of the model vendors"
    return directory if run.installed(what, directory, lock, commands) else None


def check(options):
    import examples
    import judge
    import variants

    silent = list(examples.silent())
    if silent:
        print("\n".join(f"a check sees nothing: {one}" for one in silent))
        return 1
    wanted = options.targets.split(",") if options.targets else [variant.name for variant in variants.VARIANTS]
    chosen = [variant for variant in variants.VARIANTS if variant.name in wanted]
    totals = {variant.name: judge.Report() for variant in chosen}
    details = open(options.details, "w", encoding="utf-8") if options.details else None
    kinds = collections.defaultdict(list)
    unusable = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(AT_ONCE) as pool:
        jobs = {pool.submit(judge_input, options.binary, path, chosen): path for path in options.inputs}
        for job in concurrent.futures.as_completed(jobs):
            path = jobs[job]
            for variant, report in zip(chosen, job.result()):
                if report is None:
                    unusable[path] += 1
                    continue
                add(totals[variant.name], report)
                found = [(variant.name, "refused", path, *one) for one in report.refused]
                found += [(variant.name, "value", path, tool, sent, why) for tool, sent, why in report.faults]
                for one in found:
                    kinds[kind(one)].append(one)
                    if details:
                        print(json.dumps(one, ensure_ascii=False), file=details, flush=True)
    for path in unusable:
        print(f"left out: {path} cannot be converted")
    for found, examples in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(f"FAULT {len(examples)}: {' '.join(found)}")
        for one in examples[:SHOWN]:
            print("   " + " | ".join(" ".join(part.split())[:300] for part in one[2:]))
    table(totals)
    return 1 if kinds else 0


def judge_input(binary, path, chosen):
    """The reports on one input. Lists of the same input are judged by one process, which remembers what it tried."""
    import judge

    reports = []
    for variant in chosen:
        try:
            reports.append(judge.judge(binary, path, variant))
        except Exception as error:  # Whatever a package raises is a finding, and says where.
            reports.append(judge.Report())
            where = traceback.extract_tb(error.__traceback__)[-1]
            reason = f"{type(error).__name__} in {os.path.basename(where.filename)}:{where.lineno}: {str(error)[:300]}"
            reports[-1].refused.append(("", "exception", reason))
    return reports


def kind(one):
    """What refusals and faults are counted by: the list, the check, and the reason without what is special to the tool."""
    reason = re.sub(r"`[^`]*`|\d+", "…", " ".join(one[-1].split()))
    reason = re.sub(r"(at|reference|name) \S*[/$.].*", r"\1 …", reason)
    reason = re.sub(r"(parameter) in \S+", r"\1", reason)
    return one[0], one[1], one[4] if one[1] == "refused" else "", reason[:90]


def add(total, report):
    for name, value in vars(report).items():
        if isinstance(value, collections.Counter):
            getattr(total, name).update(value)
        else:
            setattr(total, name, getattr(total, name) + value)


def table(totals):
    """One row a list, and what was weakened."""
    heads = ["tools", "accepted", "strict", "loose", "left out", "as is", "values", "backwards", "not made", "wider", "encoded", "faults"]
    print(f"\n{'list':<28}" + "".join(f"{head:>10}" for head in heads))
    for name, total in totals.items():
        row = [total.tools, total.accepted, total.strict, total.tools - total.strict, total.left_out, total.same, total.values, total.backwards]
        row += [total.unmade, total.wider.total(), total.encoded, len(total.faults)]
        print(f"{name:<28}" + "".join(f"{number:>10}" for number in row))
    for name, total in totals.items():
        if total.weakened:
            print(f"weakened {name}: " + ", ".join(f"{keyword} {count}" for keyword, count in total.weakened.most_common()))
        if total.wider:
            print(f"wider {name}: " + ", ".join(f"{keyword} {count}" for keyword, count in total.wider.most_common()))
    tools = sum(total.tools for total in totals.values())
    refused = sum(len(total.refused) for total in totals.values())
    faults = sum(len(total.faults) for total in totals.values())
    values = sum(total.values + total.backwards for total in totals.values())
    print(f"targets: {tools} tools in {len(totals)} lists, {refused} refusals, {values} values, {faults} faults")


if __name__ == "__main__":
    sys.exit(main())
