//! AgentHub manifests as the program converts them: every row of the published mapping, every rule of the
//! format, and what must never leave a manifest.

#[cfg(test)]
mod agenthub {
    mod exact;
    mod mapping;
    mod policy;
    mod rules;
    mod run;
    mod safety;
    mod schemas;
}
