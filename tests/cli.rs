//! Tests the program as a process: exit codes, streams, and files.

#[cfg(test)]
mod cli {
    mod arguments;
    mod baseline;
    mod build;
    mod check;
    mod check_rules;
    #[cfg(unix)]
    mod closed_streams;
    mod credentials;
    mod depth;
    mod diagnostics;
    mod dialects;
    mod diff;
    mod dropped;
    mod environment;
    mod flags;
    mod headers;
    mod init;
    mod input;
    mod inspect;
    mod limits;
    mod lock;
    mod messages;
    mod network;
    mod network_limits;
    mod network_reach;
    mod output;
    mod overlay;
    mod pages;
    mod references;
    mod report;
    mod request;
    mod result;
    mod run;
    mod selection;
    mod shapes;
    mod shells;
    mod slim;
    mod split;
    mod targets;
    mod verify;
    mod watch;
    mod wrong_files;
}
