//! Tests the conversion of AgentHub manifests: every row of the published mapping, every rule of the format,
//! and the safety requirements.

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
