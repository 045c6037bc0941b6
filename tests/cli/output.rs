//! Manifests on standard output and in files.

use std::fs;
#[cfg(unix)]
use std::process::Stdio;

use super::run::{CLEAN, DANGLING, Run, WARNED, assert_manifest};

/// Whether a text ends like this, `*` being the length of the manifest.
fn ends_like(text: &str, end: &str) -> bool {
    let (before, after) = end.split_once('*').unwrap();
    let rest = text.strip_suffix(after).unwrap_or_default();
    rest.rfind(before).is_some_and(|at| rest[at + before.len()..].ends_with(" tokens"))
}

#[test]
fn stdout_holds_the_manifest_and_nothing_else() {
    let done = Run::converting(CLEAN).done().exits(0);
    assert_manifest(&done.stdout);
    assert_eq!(done.stderr, "", "a clean run says nothing");
}

#[test]
fn a_warning_is_no_failure() {
    let done = Run::converting(WARNED).done().exits(0);
    assert_manifest(&done.stdout);
    assert!(done.stderr.contains("warning[O005] no-description"), "{}", done.stderr);
    assert!(ends_like(&done.stderr, "\n1 tool (*), 1 warning\n"), "{}", done.stderr);
}

#[test]
fn an_error_fails_but_the_manifest_is_written() {
    let done = Run::converting(DANGLING).done().exits(1);
    assert_manifest(&done.stdout);
    assert!(done.stderr.contains("error[R001] dangling-reference"), "{}", done.stderr);

    let done = Run::converting(DANGLING).args(&["-o", "out.json"]).done().exits(1);
    assert!(done.stdout.is_empty());
    assert_manifest(&done.read("out.json"));
    assert!(ends_like(&done.stderr, "\n1 tool (*), 1 error\n"), "{}", done.stderr);
}

#[test]
fn a_file_has_the_same_bytes_as_stdout() {
    let stdout = Run::converting(CLEAN).done().exits(0).stdout;
    let done = Run::converting(CLEAN).args(&["-o", "out.json"]).done().exits(0);
    assert_eq!(done.read("out.json"), stdout);
    assert!(ends_like(&done.stderr, "1 tool (*)\n"), "{}", done.stderr);
    assert_eq!(done.list(""), ["out.json", "pets.yaml"]);
}

#[test]
fn a_fatal_error_leaves_the_old_file_untouched() {
    let done =
        Run::converting("{hello: world}\n").file("out.json", "old").args(&["-o", "out.json"]).done().exits(2);
    assert_eq!(done.read("out.json"), "old");
    assert_eq!(done.list(""), ["out.json", "pets.yaml"]);
}

#[test]
fn every_command_makes_the_directory_of_its_file() {
    let files = ["-o", "a/b/out.json", "--lock", "locks/out.lock", "--report", "reports/out.json"];
    let done = Run::converting(CLEAN).args(&files).done().exits(0);
    assert_eq!(done.list("a/b"), ["out.json"]);
    assert_eq!(done.list("locks"), ["out.lock"]);
    assert_eq!(done.list("reports"), ["out.json"]);
    for (command, arguments) in [
        ("diff", &["pets.yaml", "pets.yaml", "-o", "new/file", "--report", "new/whole.md"][..]),
        ("inspect", &["pets.yaml", "--html", "new/file"]),
        ("result", &["result.json", "-o", "new/file"]),
        ("init", &["pets.yaml", "-o", "new/file"]),
    ] {
        let run = Run::new(command).file("pets.yaml", CLEAN).file("result.json", "{\"data\": 1}");
        let done = run.args(arguments).done().exits(0);
        assert!(done.list("new").contains(&"file".to_owned()), "{command}");
    }
}

#[test]
fn neither_a_file_nor_a_url_is_a_directory() {
    for (output, problem) in [
        ("pets.yaml/out.json", "not a directory"),
        ("pets.yaml/deep/out.json", "not a directory"),
        ("https://host/out.json", "it is a url, and not the path of a file"),
    ] {
        let done = Run::converting(CLEAN).args(&["-o", output]).done().exits(2);
        assert!(done.stderr.contains("error[S014] unwritable-output"), "{}", done.stderr);
        assert!(done.stderr.to_lowercase().contains(problem), "{}", done.stderr);
        assert!(!done.stderr.contains(".apimint-"), "names of temporary files are nobody's business");
        assert_eq!(done.list(""), ["pets.yaml"]);
    }
}

#[test]
fn several_inputs_fill_a_directory() {
    let done = Run::new("convert")
        .file("v1/api.yaml", CLEAN)
        .file("v2/api.yaml", CLEAN)
        .file("users.yaml", WARNED)
        .args(&["v1/api.yaml", "v2/api.yaml", "users.yaml", "-o", "out/deep"])
        .done()
        .exits(0);
    assert!(done.stdout.is_empty());
    assert_eq!(done.list("out/deep"), ["users.json", "v1-api.json", "v2-api.json"]);
    for name in done.list("out/deep") {
        assert_manifest(&done.read(&format!("out/deep/{name}")));
    }
    assert!(
        ends_like(&done.stderr, "\n3 of 3 inputs converted, 3 tools (*), 1 warning\n"),
        "{}",
        done.stderr
    );
}

#[test]
fn one_bad_input_does_not_stop_the_others() {
    let done = Run::new("convert")
        .file("bad.yaml", "{hello: world}\n")
        .file("good.yaml", CLEAN)
        .file("flawed.yaml", DANGLING)
        .args(&["bad.yaml", "missing.yaml", "good.yaml", "flawed.yaml", "-o", "out"])
        .done()
        .exits(2);
    assert_eq!(done.list("out"), ["flawed.json", "good.json"]);
    // What looks like JSON and is YAML is said first, since it may explain the rest.
    let lenient = done.stderr.find("warning[S010] lenient-json");
    let unknown = done.stderr.find("error[S011] unknown-format");
    assert!(lenient.is_some() && lenient < unknown, "{}", done.stderr);
    let places: Vec<Option<usize>> =
        ["bad.yaml", "missing.yaml", "flawed.yaml"].iter().map(|name| done.stderr.find(name)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{}", done.stderr);
    assert!(
        ends_like(&done.stderr, "\n2 of 4 inputs converted, 2 tools (*), 1 warning, 3 errors\n"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_directory_is_only_made_when_there_is_something_to_put_in() {
    let done = Run::converting("{hello: world}\n").args(&["-o", "out/"]).done().exits(2);
    assert_eq!(done.list(""), ["pets.yaml"]);
    let done = Run::converting(CLEAN).args(&["-o", "out/"]).done().exits(0);
    assert_eq!(done.list("out"), ["pets.json"]);
}

#[test]
fn an_output_that_is_a_referenced_file_is_refused() {
    let text = CLEAN.replace("{type: string}", "{$ref: 'pet.json'}");
    let done = Run::converting(&text)
        .file("pet.json", r#"{"type": "string"}"#)
        .args(&["-o", "pet.json"])
        .done()
        .exits(2);
    assert_eq!(done.read("pet.json"), r#"{"type": "string"}"#);
}

#[cfg(unix)]
mod unix {
    use std::fmt::Write;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: impl AsRef<std::path::Path>) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_new_file_is_as_readable_as_any() {
        let run = Run::converting(CLEAN).args(&["-o", "out.json"]).file("other", "");
        let done = run.done().exits(0);
        assert_eq!(mode(done.path("out.json")), mode(done.path("other")));
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        let run = Run::converting(CLEAN).file("out.json", "old").args(&["-o", "out.json"]);
        fs::set_permissions(run.path("out.json"), fs::Permissions::from_mode(0o640)).unwrap();
        let done = run.done().exits(0);
        assert_manifest(&done.read("out.json"));
        assert_eq!(mode(done.path("out.json")), 0o640);
    }

    /// The owner too, for whoever may give files away.
    #[test]
    fn a_replaced_file_keeps_its_group() {
        use std::os::unix::fs::{MetadataExt, chown};

        let outputs = ["out.json", "out.map.json", "names.lock", "report.json", "page.html"];
        let convert = [
            "pets.yaml",
            "-o",
            "out.json",
            "--to",
            "openai",
            "--lock",
            "names.lock",
            "--report",
            "report.json",
        ];
        for (command, arguments) in
            [("convert", &convert[..]), ("inspect", &["pets.yaml", "--html", "page.html"])]
        {
            let mut run = Run::new(command).file("pets.yaml", CLEAN).args(arguments);
            for output in outputs {
                let text = if output == "names.lock" { "{\"v\":1,\"names\":{}}" } else { "old" };
                run = run.file(output, text);
                let path = run.path(output);
                fs::set_permissions(&path, fs::Permissions::from_mode(0o660)).unwrap();
                // Only a privileged user may do this.
                let _ = chown(&path, Some(1234), Some(2345));
            }
            let kept = |path: std::path::PathBuf| {
                let metadata = fs::metadata(path).unwrap();
                (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777)
            };
            let before = outputs.map(|output| kept(run.path(output)));
            let done = run.done().exits(0);
            assert_eq!(outputs.map(|output| kept(done.path(output))), before, "{command}");
            let written = outputs.iter().filter(|output| {
                let text = done.read(output);
                text != "old" && text != "{\"v\":1,\"names\":{}}"
            });
            assert_eq!(written.count(), if command == "convert" { 4 } else { 1 });
        }
    }

    #[test]
    fn a_protected_file_is_not_replaced() {
        let run = Run::converting(CLEAN).file("out.json", "old").args(&["-o", "out.json"]);
        fs::set_permissions(run.path("out.json"), fs::Permissions::from_mode(0o444)).unwrap();
        let done = run.done().exits(2);
        assert_eq!(done.read("out.json"), "old");
        assert!(done.stderr.contains("permission denied"), "{}", done.stderr);
    }

    #[test]
    fn links_stay_and_their_targets_are_written() {
        for there in [true, false] {
            let mut run = Run::converting(CLEAN).file("real/keep", "");
            if there {
                run = run.file("real/out.json", "old");
            }
            symlink("real/out.json", run.path("link2.json")).unwrap();
            symlink(run.path("link2.json"), run.path("link.json")).unwrap();
            let done = run.args(&["-o", "link.json"]).done().exits(0);
            assert!(done.path("link.json").is_symlink() && done.path("link2.json").is_symlink());
            assert_manifest(&done.read("real/out.json"));
            assert_eq!(done.list("real"), ["keep", "out.json"]);
        }
    }

    #[test]
    fn a_loop_of_links_ends() {
        let run = Run::converting(CLEAN);
        symlink("b.json", run.path("a.json")).unwrap();
        symlink("a.json", run.path("b.json")).unwrap();
        let done = run.args(&["-o", "a.json"]).done().exits(2);
        assert!(done.stderr.contains("S014"), "{}", done.stderr);
    }

    #[test]
    fn a_link_to_the_input_is_the_input() {
        let run = Run::converting(CLEAN);
        symlink("pets.yaml", run.path("link.json")).unwrap();
        let done = run.args(&["-o", "link.json"]).done().exits(2);
        assert_eq!(done.read("pets.yaml"), CLEAN);
    }

    #[test]
    fn devices_are_written_to_and_not_replaced() {
        Run::converting(CLEAN).args(&["-o", "/dev/null"]).done().exits(0);
        let done = Run::converting(CLEAN).args(&["-o", "/dev/stdout"]).done().exits(0);
        assert_manifest(&done.stdout);
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = Run::converting(CLEAN).stdout(writer.into()).done().exits(0);
        assert_eq!(done.stderr, "");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        Run::new("--help").stdout(writer.into()).done().exits(0);
    }

    #[test]
    fn a_reader_that_stops_early_is_no_failure() {
        // Far more than a pipe holds, so that the program is still writing when its reader goes, as with
        // `| head -n 1`.
        let mut text = CLEAN.to_owned();
        for number in 0..2_000 {
            let operation = "summary: A pet., responses: {'204': {description: No.}}";
            writeln!(text, "  /pets/{number}:\n    get: {{operationId: getPet{number}, {operation}}}")
                .unwrap();
        }
        let (reader, writer) = std::io::pipe().unwrap();
        let head = std::thread::spawn(move || {
            let mut line = String::new();
            std::io::BufRead::read_line(&mut std::io::BufReader::new(reader), &mut line).unwrap();
            line
        });
        let done = Run::converting(&text).arg("-q").stdout(writer.into()).done().exits(0);
        assert_eq!(done.stderr, "");
        assert_eq!(head.join().unwrap(), "{\"tools\":[\n");
    }

    #[test]
    fn a_closed_pipe_on_stderr_does_no_harm() {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = Run::converting(WARNED).stderr(writer.into()).done().exits(0);
        assert_manifest(&done.stdout);
    }

    #[test]
    fn a_directory_that_may_not_be_written_to_is_left_alone() {
        let run = Run::converting(CLEAN).file("out/old.json", "old").args(&["-o", "out/new.json"]);
        let directory = run.path("out");
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o555)).unwrap();
        // Whoever may do everything is not kept out by permissions.
        let is_root = fs::write(directory.join("probe"), "").is_ok();
        let done = run.done();
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
        if is_root {
            return;
        }
        assert_eq!(done.code, Some(2), "{}", done.stderr);
        assert!(done.stderr.contains("S014") && done.stderr.contains("ermission denied"), "{}", done.stderr);
        assert_eq!(done.list("out"), ["old.json"]);
    }

    /// Many tools that share a large schema: more to write than anyone has the patience for.
    fn endless() -> String {
        let mut text = String::from("openapi: 3.0.3\ninfo: {title: Much, version: '1'}\npaths:\n");
        for number in 0..3_000 {
            let body =
                "requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Wide'}}}}";
            let operation =
                format!("operationId: put{number}, {body}, responses: {{'204': {{description: No.}}}}");
            writeln!(text, "  /things/{number}:\n    put: {{{operation}}}").unwrap();
        }
        text.push_str("components:\n  schemas:\n    Wide:\n      type: object\n      properties:\n");
        for number in 0..3_000 {
            writeln!(text, "        property{number}: {{type: string, description: One of many.}}").unwrap();
        }
        text
    }

    #[test]
    fn an_interruption_leaves_nothing_half_written() {
        for (name, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
            // The program may be done before the signal comes.
            assert!((0..20).any(|_| is_interrupted(name, number)), "{name} always comes too late");
        }
    }

    /// Sends a signal to a program that writes. Returns false if the program was done before.
    fn is_interrupted(name: &str, number: i32) -> bool {
        use std::os::unix::process::ExitStatusExt;
        use std::process::Command;
        use std::time::{Duration, Instant};

        let run = Run::converting(&endless()).file("out.json", "old").args(&["-q", "-o", "out.json"]);
        let (mut program, directory) = run.started();
        let deadline = Instant::now() + Duration::from_secs(60);
        let entries = || fs::read_dir(directory.path()).unwrap().count();
        while entries() < 3 && program.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "writing never began");
            std::thread::sleep(Duration::from_millis(1));
        }
        let killed = Command::new("kill").args([&format!("-{name}"), &program.id().to_string()]).output();
        killed.unwrap();
        let status = program.wait().unwrap();
        if status.code().is_some() {
            return false;
        }
        assert_eq!(status.signal(), Some(number), "{status}");
        assert_eq!(fs::read_to_string(directory.path().join("out.json")).unwrap(), "old");
        assert_eq!(entries(), 2, "a temporary file is left");
        true
    }

    /// `nohup` lets a program outlive its terminal.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_signal_that_the_caller_ignores_stays_ignored() {
        use std::process::Command;

        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("pets.yaml"), endless()).unwrap();
        let script = "trap '' HUP; \"$0\" convert -q pets.yaml -o out.json & \
                      while [ -z \"$(ls -A | grep apimint)\" ]; do sleep 0.01; done; kill -HUP $!; wait $!";
        let done = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_apimint")])
            .current_dir(directory.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
        assert!(directory.path().join("out.json").exists());
    }

    #[test]
    fn a_file_that_may_not_become_so_large_is_an_error() {
        use std::process::Command;

        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("pets.yaml"), endless()).unwrap();
        fs::write(directory.path().join("out.json"), "old").unwrap();
        // At most 64 blocks, which have 512 or 1,024 bytes.
        let done = Command::new("sh")
            .args([
                "-c",
                "ulimit -f 64; exec \"$0\" convert -q pets.yaml -o out.json",
                env!("CARGO_BIN_EXE_apimint"),
            ])
            .current_dir(directory.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(
            said.contains("S014") && said.contains("file too large") && !said.contains(".apimint-"),
            "{said}"
        );
        assert_eq!(fs::read_to_string(directory.path().join("out.json")).unwrap(), "old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2, "a temporary file is left");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let full = || fs::File::options().write(true).open("/dev/full").unwrap();
        let done = Run::converting(CLEAN).stdout(Stdio::from(full())).done().exits(2);
        insta::assert_snapshot!(done.stderr, @r##"
        error[S014] unwritable-output

          x <stdout>: the manifest could not be written: No space left on device (os error 28)
          help: Check the path, its permissions and the free space.
        "##);
        let done = Run::converting(CLEAN).args(&["-o", "/dev/full"]).done().exits(2);
        assert!(done.stderr.contains("/dev/full: the manifest could not be written"), "{}", done.stderr);
        Run::new("explain").arg("R001").stdout(Stdio::from(full())).done().exits(2);
    }
}

/// Whatever a run reads or writes, a second thing it writes replaces none of it.
#[test]
fn nothing_that_a_run_touches_is_overwritten() {
    let lib = "Kind: {type: string}\n";
    let pets = referring_to("lib.json");
    assert!(pets.contains("lib.json"));
    let config = "[[manifest]]\nsource = \"a.json\"\noutput = \"out.json\"\nlock = \"lock.json\"\n";
    let converted = Run::new("convert").file("a.yaml", CLEAN).arg("a.yaml").done().exits(0).stdout;
    let files = [
        ("a.json", pets.as_str()),
        ("lib.json", lib),
        ("tools.json", &converted),
        ("result.json", "{}"),
        ("config.json", config),
        (
            "over.json",
            "{\"overlay\": \"1.0.0\", \"info\": {\"title\": \"a\", \"version\": \"1\"}, \"actions\": []}",
        ),
    ];
    let refused = [
        (
            "check",
            &["tools.json", "--report", "tools.json"][..],
            "the report would overwrite the input tools.json",
        ),
        (
            "result",
            &["result.json", "--report", "./result.json"],
            "the report would overwrite the input result.json",
        ),
        (
            "result",
            &["result.json", "--manifest", "tools.json", "-o", "tools.json"],
            "the result would overwrite the input tools.json",
        ),
        (
            "result",
            &["result.json", "-o", "new.json", "--report", "new.json"],
            "would overwrite the result new.json",
        ),
        (
            "diff",
            &["a.json", "tools.json", "-o", "new.json", "--report", "./new.json"],
            "overwrite the comparison",
        ),
        (
            "diff",
            &["a.json", "tools.json", "-o", "lib.json"],
            "would overwrite a file that the description refers to",
        ),
        (
            "init",
            &["a.json", "-o", "new.json", "--report", "new.json"],
            "would overwrite the configuration new.json",
        ),
        ("init", &["a.json", "-o", "new.toml", "--report", "a.json"], "would overwrite the input a.json"),
        (
            "build",
            &["--config", "config.json", "--report", "config.json"],
            "would overwrite the configuration",
        ),
        ("build", &["--config", "config.json", "--report", "lock.json"], "would overwrite the lock"),
        (
            "convert",
            &["a.json", "--config", "config.json", "-o", "config.json"],
            "overwrite the configuration",
        ),
        (
            "convert",
            &["a.json", "--overlay", "over.json", "--report", "over.json"],
            "overwrite the input over.json",
        ),
        ("convert", &["a.json", "-o", "lib.json"], "would overwrite a file that the description refers to"),
        (
            "convert",
            &["a.json", "-o", "new.json", "--lock", "new.json"],
            "the lock would overwrite the manifest",
        ),
        (
            "inspect",
            &["a.json", "--html", "new.txt", "--report", "new.txt"],
            "the report would overwrite the page",
        ),
    ];
    // What a description refers to is known when all else is done.
    let late = [
        ("convert", &["a.json", "--report", "lib.json"][..]),
        ("diff", &["a.json", "tools.json", "--report", "lib.json"]),
        ("inspect", &["a.json", "--report", "lib.json"]),
        ("build", &["--config", "config.json", "--report", "lib.json"]),
    ]
    .map(|(subcommand, arguments)| (subcommand, arguments, "the report would overwrite lib.json"));
    for (index, (subcommand, arguments, expected)) in refused.into_iter().chain(late).enumerate() {
        let run = files.iter().fold(Run::new(subcommand), |run, (name, text)| run.file(name, text));
        let done = run.args(arguments).done().exits(if index < refused.len() { 2 } else { 1 });
        assert!(done.stderr.contains(expected), "{subcommand} {arguments:?}\n{}", done.stderr);
        for (name, text) in files {
            assert_eq!(done.read(name), text, "{subcommand} {arguments:?}");
        }
    }
}

/// `-` is standard output where something can go there.
#[test]
fn a_dash_names_standard_output() {
    let run = |arguments: &[&str]| Run::converting(CLEAN).args(arguments).done();
    let manifest = run(&["-q"]).exits(0).stdout;
    assert_eq!(run(&["-q", "-o", "-"]).exits(0).stdout, manifest);
    for (arguments, expected) in [
        (&["-o", "-", "--check"][..], "--check compares with a file"),
        (&["-o", "-", "--page-size", "1"], "--page-size needs a directory"),
    ] {
        let done = run(arguments).exits(2);
        assert!(done.stderr.contains(expected), "{arguments:?}\n{}", done.stderr);
        assert_eq!(done.list("."), ["pets.yaml"]);
    }
}

/// Two names of one file are one file, whether it is there yet or not.
#[cfg(unix)]
#[test]
fn a_link_to_what_is_not_there_yet_is_no_other_file() {
    use std::os::unix::fs::symlink;

    for arguments in [
        &["-o", "out.json", "--report", "link.json"][..],
        &["-o", "out.json", "--lock", "link.json"],
        &["-o", "real/new/x.json", "--report", "sym/new/x.json"],
    ] {
        let run = Run::converting(CLEAN).file("real/.keep", "");
        symlink("out.json", run.path("link.json")).unwrap();
        symlink("real", run.path("sym")).unwrap();
        let done = run.args(arguments).done().exits(2);
        assert!(done.stderr.contains("would overwrite the manifest"), "{arguments:?}\n{}", done.stderr);
    }
}

#[test]
fn pages_overwrite_no_input_and_nothing_overwrites_pages() {
    let run = || Run::new("convert").file("b.yaml", CLEAN).file("b.001.json", CLEAN).file("pages/.keep", "");
    for (arguments, expected) in [
        (&["b.yaml", "b.001.json", "-o", "."][..], "a page would overwrite the input b.001.json"),
        (
            &["b.yaml", "-o", "pages", "--report", "./pages/b.001.json"],
            "the report would overwrite the manifest",
        ),
        (
            &["b.yaml", "-o", "pages", "--lock", "pages/../pages/b.001.json"],
            "the lock would overwrite the manifest",
        ),
    ] {
        let done = run().args(arguments).args(&["--page-size", "1"]).done().exits(2);
        assert!(done.stderr.contains(expected), "{arguments:?}\n{}", done.stderr);
        assert_eq!((done.read("b.001.json").as_str(), done.list("pages")), (CLEAN, vec![".keep".to_owned()]));
    }
}

/// [`CLEAN`] with a parameter whose schema stands in another file.
fn referring_to(file: &str) -> String {
    let parameter = format!("{{name: kind, in: query, schema: {{$ref: '{file}#/Kind'}}}}");
    CLEAN.replace("      operationId", &format!("      parameters: [{parameter}]\n      operationId"))
}

/// The manifest of one input is named like a file that only another input refers to.
#[test]
fn what_another_input_refers_to_is_not_overwritten() {
    let pets = referring_to("b.json");
    let shared = r#"{"Kind": {"type": "string"}}"#;
    for inputs in [["a.yaml", "b.yaml"], ["b.yaml", "a.yaml"]] {
        let run = Run::new("convert").file("a.yaml", &pets).file("b.yaml", CLEAN).file("b.json", shared);
        let done = run.args(&inputs).args(&["-o", "."]).done().exits(2);
        let expected = "the manifest would overwrite a file that another input refers to";
        assert!(done.stderr.contains(expected), "{}", done.stderr);
        assert!(done.stderr.contains("1 of 2 inputs converted"), "{}", done.stderr);
        assert_eq!(done.read("b.json"), shared);
        assert!(done.read("a.json").contains("Kind") || done.read("a.json").contains("kind"));
        assert_eq!(done.list("."), ["a.json", "a.yaml", "b.json", "b.yaml"]);
    }
}

/// A file that could not be read may be the one that somebody is about to mend; and without its lock no manifest is written.
#[test]
fn what_could_not_be_read_is_not_overwritten_either() {
    let pets = referring_to("lib.json");
    let run = Run::new("convert").file("a.yaml", &pets).file("lib.json", "{,,");
    let done = run.args(&["a.yaml", "-o", "lib.json"]).done().exits(2);
    assert!(done.stderr.contains("would overwrite a file that the description refers to"), "{}", done.stderr);
    assert_eq!(done.read("lib.json"), "{,,");
    let done =
        Run::converting(CLEAN).args(&["-o", "out.json", "--lock", "http://host/x.lock"]).done().exits(2);
    assert!(done.stderr.contains("the lock could not be written"), "{}", done.stderr);
    assert_eq!(done.list("."), ["pets.yaml"]);
}

/// For programs there is one document on standard error, whatever went wrong.
#[test]
fn a_report_that_is_not_written_is_told_in_the_same_form() {
    let pets = referring_to("lib.json");
    let run = Run::new("convert").file("a.yaml", &pets).file("lib.json", "Kind: {type: string}\n");
    let done = run.args(&["a.yaml", "--report", "lib.json", "--diagnostics", "sarif"]).done().exits(1);
    let log: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
    assert!(log["runs"].as_array().unwrap().iter().any(|run| run["results"][0]["ruleId"] == "S014"), "{log}");
}

#[test]
fn numbers_keep_the_spelling_of_the_exponent() {
    let schema = r#"{"type": "number", "minimum": -1.50, "maximum": 1.5e3, "default": 1E2}"#;
    let tool = format!(
        r#"[{{"name": "a", "description": "A", "inputSchema": {{"type": "object", "properties": {{"n": {schema}}}}}}}]"#
    );
    let done = Run::converting(&tool).done().exits(0);
    let written = r#""n":{"type":"number","default":1E2,"minimum":-1.50,"maximum":1.5e3}"#;
    assert!(done.stdout.contains(written), "{}", done.stdout);
}
