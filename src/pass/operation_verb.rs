//! Finds the verb of an operation that tells whether it destroys or reads (docs/mapping.md, "Annotations").
//!
//! A word counts only in the position of a verb: at the beginning of the operationId or of its last segment
//! (`repos/delete`, `Pets_Delete`), or at the beginning of the last segment of the path that is not a placeholder. Many
//! verbs are nouns as well (`GET /pulls/{id}/merge` checks, `transferCreate` creates a transfer), so such a word needs
//! more evidence than one that can only be a verb.

use crate::model::HttpCall;

use super::identifier_words::split;

/// The meaning of a verb for the hints of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerbMeaning {
    /// The operation destroys, removes or overwrites something.
    Destroys,
    /// The operation only reads.
    Reads,
}

/// A verb that was found in an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VerbFinding {
    /// The meaning of the verb.
    pub(super) meaning: VerbMeaning,
    /// The verb in lower case.
    pub(super) word: String,
    /// The field that has the verb: `operationId` or `path`.
    pub(super) origin: &'static str,
}

/// The class of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordClass {
    /// A destructive verb that is rarely a noun.
    Destroys,
    /// A destructive verb that is a noun as well.
    DestroysOrNoun,
    /// A verb for reading.
    Reads,
    /// A verb for reading that is a noun as well.
    ReadsOrNoun,
    /// Another known verb.
    Acts,
    /// A word that is not a known verb.
    Other,
}

impl WordClass {
    fn of(word: &str) -> Self {
        match word {
            "delete" | "remove" | "destroy" | "purge" | "erase" | "revoke" | "cancel" | "terminate"
            | "wipe" | "truncate" | "disable" | "deactivate" | "uninstall" | "overwrite" | "shutdown"
            | "logout" | "signout" | "logoff" | "poweroff" | "prune" | "expunge" | "invalidate"
            | "unregister" | "deregister" | "deprovision" | "decommission" | "undeploy" | "deallocate"
            | "discard" | "evict" | "redact" | "unlink" | "detach" | "unpublish" | "unsubscribe" | "kick"
            | "rollback" | "reimage" | "uninvite" | "unassign" | "disconnect" | "disassociate" => {
                Self::Destroys
            }
            "kill" | "reset" | "drop" | "archive" | "stop" | "replace" | "merge" | "restore" | "refund"
            | "transfer" | "pay" | "execute" | "void" | "clear" | "trash" | "expire" | "suspend" | "ban"
            | "abort" | "revert" | "restart" | "reboot" | "flush" | "withdraw" | "hangup" => {
                Self::DestroysOrNoun
            }
            "get" | "list" | "find" | "fetch" | "read" | "retrieve" | "describe" | "validate" | "lookup"
            | "show" | "calculate" | "compute" | "analyze" | "analyse" | "parse" | "inspect" | "compare"
            | "explain" | "suggest" | "autocomplete" | "download" | "is" | "has" | "can" | "browse" => {
                Self::Reads
            }
            "search" | "query" | "count" | "check" | "preview" | "view" | "filter" | "estimate"
            | "render" | "match" => Self::ReadsOrNoun,
            "create" | "add" | "update" | "set" | "put" | "post" | "patch" | "insert" | "upsert" | "send"
            | "submit" | "upload" | "import" | "start" | "enable" | "activate" | "assign" | "approve"
            | "accept" | "reject" | "register" | "request" | "initiate" | "generate" | "build"
            | "publish" | "move" | "copy" | "clone" | "rename" | "edit" | "modify" | "change" | "save"
            | "store" | "apply" | "attach" | "link" | "join" | "invite" | "confirm" | "complete"
            | "verify" | "test" | "run" | "trigger" | "schedule" | "sync" | "refresh" | "configure"
            | "unarchive" | "new" | "undo" | "mark" | "watch" | "simulate" => Self::Acts,
            _ => Self::Other,
        }
    }

    /// Returns the class of a word. After the name of the method (`after_method`), a word that can be a noun does not
    /// count as a verb.
    fn in_position(word: &str, after_method: bool) -> Self {
        match Self::of(word) {
            Self::DestroysOrNoun | Self::Reads | Self::ReadsOrNoun if after_method => Self::Other,
            class => class,
        }
    }

    fn destroys(self) -> bool {
        matches!(self, Self::Destroys | Self::DestroysOrNoun)
    }

    fn reads(self) -> bool {
        matches!(self, Self::Reads | Self::ReadsOrNoun)
    }
}

/// A phrase whose first word may be a verb.
struct VerbPhrase<'t> {
    /// The words, as written.
    words: Vec<&'t str>,
    /// The verb: the first word, or the first two as one (`log out`); in lower case.
    verb: String,
    /// The last word, in lower case.
    last: String,
    class: WordClass,
    /// True if a leading `post` was removed. It was the verb, so that the next word is more often a noun
    /// (`PostRefundsRefund`).
    after_method: bool,
}

impl<'t> VerbPhrase<'t> {
    /// Splits a text into words, without leading words that repeat the method or only modify the verb (`bulk`).
    fn new(text: &'t str, method: &str) -> Option<Self> {
        let mut words = split(text);
        // Generators put the method in capitals before the verb: `GET_DeleteUser`.
        let in_capitals = text.strip_prefix(method).is_some_and(|rest| rest.starts_with('_'));
        let repeats = in_capitals
            || method == "POST" && words.first().is_some_and(|word| word.eq_ignore_ascii_case("post"));
        let skipped = words.iter().skip(usize::from(repeats)).take_while(|word| is_modifier(word)).count();
        let skip = usize::from(repeats) + skipped;
        if skip < words.len() {
            words.drain(..skip);
        }
        let (first, last) = (words.first()?, words.last()?.to_lowercase());
        let second = words.get(1).copied().unwrap_or_default();
        let is_pair =
            |pair: &&[&str; 2]| first.eq_ignore_ascii_case(pair[0]) && second.eq_ignore_ascii_case(pair[1]);
        let verb = PAIRS.iter().find(is_pair).map_or_else(|| first.to_lowercase(), |pair| pair.concat());
        let mut class = WordClass::in_position(&verb, repeats && !in_capitals);
        // `check` reads, but `check in` and `check out` do not.
        if verb == "check" && ["in", "out"].iter().any(|word| second.eq_ignore_ascii_case(word)) {
            class = WordClass::Acts;
        }
        Some(Self { words, verb, last, class, after_method: repeats && !in_capitals })
    }

    /// Returns the last word if it is the verb, as in `transferCreate` and `ContainerKill`: the first word is then not
    /// a verb, or can be a noun.
    fn trailing_verb(&self) -> Option<(&str, WordClass)> {
        let noun_first =
            matches!(self.class, WordClass::Other | WordClass::DestroysOrNoun | WordClass::ReadsOrNoun);
        let class = WordClass::in_position(&self.last, self.after_method);
        // `checkCanDelete` only checks.
        let only_reads = self.class == WordClass::ReadsOrNoun && class.destroys();
        (self.words.len() > 1 && noun_first && !only_reads && class != WordClass::Other)
            .then_some((self.last.as_str(), class))
    }

    /// Returns true for a word that can be a noun before a plural: `merge_requests`, `transfer_reasons`.
    fn is_noun_phrase(&self) -> bool {
        self.class == WordClass::DestroysOrNoun && self.words.len() > 1 && self.last.ends_with('s')
    }

    /// Returns true if the operation executes something that only reads: `execute_read`, `executeQuery`.
    fn runs_a_read(&self) -> bool {
        self.verb == "execute" && WordClass::of(&self.last).reads()
    }
}

/// Pairs of words that are one verb.
const PAIRS: [[&str; 2]; 6] =
    [["log", "out"], ["sign", "out"], ["log", "off"], ["shut", "down"], ["power", "off"], ["roll", "back"]];

/// Returns true for a word that modifies the verb after it: `bulkDelete`, `force_remove`.
fn is_modifier(word: &str) -> bool {
    ["bulk", "batch", "mass", "multi", "async", "force", "hard", "soft", "do"]
        .iter()
        .any(|modifier| word.eq_ignore_ascii_case(modifier))
}

/// Returns the last segment of an operationId that has several.
fn last_segment(id: &str) -> Option<&str> {
    if let Some((_, last)) = id.rsplit_once(['/', '.', ':', '#']) {
        return Some(last);
    }
    // An underscore separates resource and action only if each begins with a capital: `VirtualMachines_Delete`.
    let capitals = id.contains('_')
        && id.split('_').all(|part| part.starts_with(char::is_uppercase))
        && id.chars().any(char::is_lowercase);
    capitals.then(|| id.rsplit('_').next()).flatten()
}

/// Returns the last segment of a path that is not a placeholder, or the part of it that names the action, without a
/// file extension: `/orders/{id}/cancel`, `/calls/{id}:cancel`, `/api/chat.delete`, `/#Action=DeleteUser`.
fn last_action(path: &str) -> Option<&str> {
    let path = path.split('?').next().unwrap_or(path);
    path.rsplit('/').find_map(|segment| {
        let mut parts = segment.rsplit([':', '.', '=', '}', ')']).map(|part| part.trim_end_matches('('));
        parts.find(|part| {
            !part.is_empty() && !part.starts_with('{') && !matches!(*part, "json" | "xml" | "php" | "html")
        })
    })
}

/// Finds the verb of an operation that tells whether it destroys or reads. Only for GET, QUERY and POST: the hints of
/// the other methods do not depend on a verb.
pub(super) fn find_verb(call: &HttpCall) -> Option<VerbFinding> {
    let method = call.method.as_str();
    if !matches!(method, "GET" | "QUERY" | "POST") {
        return None;
    }
    let id = call.operation_id.as_deref().and_then(|id| VerbPhrase::new(id, method));
    let segment = call.operation_id.as_deref().and_then(last_segment);
    let action = segment.and_then(|segment| VerbPhrase::new(segment, method));
    let last = last_action(&call.path);
    let path = last.and_then(|segment| VerbPhrase::new(segment, method));
    // `last` is a slice of the path, so that the split succeeds.
    let before = last.and_then(|last| call.path.rsplit_once(last)).map_or("", |(before, _)| before);
    let operation = OperationPhrases { id, action, path, before };
    let (meaning, word, origin) = if method == "POST" {
        let destroys = operation.post_destroys().map(|(word, origin)| (VerbMeaning::Destroys, word, origin));
        destroys.or_else(|| operation.post_reads().map(|(word, origin)| (VerbMeaning::Reads, word, origin)))
    } else {
        operation.get_destroys().map(|(word, origin)| (VerbMeaning::Destroys, word, origin))
    }?;
    Some(VerbFinding { meaning, word: word.to_owned(), origin })
}

/// The origin of a verb found in the operationId.
pub(super) const OPERATION_ID: &str = "operationId";
/// The origin of a verb found in the path.
const PATH: &str = "path";

/// The phrases of one operation that may begin with its verb.
struct OperationPhrases<'t> {
    /// The whole operationId.
    id: Option<VerbPhrase<'t>>,
    /// The last segment of the operationId, if it has several.
    action: Option<VerbPhrase<'t>>,
    /// The last segment of the path that is not a placeholder.
    path: Option<VerbPhrase<'t>>,
    /// The path before that segment. Its segments name resources.
    before: &'t str,
}

impl<'t> OperationPhrases<'t> {
    /// Returns the phrase of the operationId that names the action.
    fn id_phrase(&self) -> Option<&VerbPhrase<'t>> {
        let known =
            |phrase: &&VerbPhrase<'_>| phrase.class != WordClass::Other || phrase.trailing_verb().is_some();
        self.action.as_ref().filter(known).or(self.id.as_ref())
    }

    /// Returns the verb at the beginning of the operationId, with its class.
    fn leading_id_verb(&self) -> Option<(&str, WordClass)> {
        self.id_phrase().map(|phrase| (phrase.verb.as_str(), phrase.class))
    }

    /// Returns the verb at the end of an operationId that begins with a resource, or else the verb at its beginning. A
    /// word at the end that can be a noun counts only if the path ends with it as well.
    fn id_verb(&self) -> Option<(&str, WordClass)> {
        let in_path = |word: &str| self.path.as_ref().is_some_and(|path| path.verb == word);
        self.id_phrase()
            .and_then(VerbPhrase::trailing_verb)
            .filter(|&(word, class)| class != WordClass::DestroysOrNoun || in_path(word))
            .or_else(|| self.leading_id_verb())
    }

    /// Returns the verb of a POST that destroys, with its origin.
    fn post_destroys(&self) -> Option<(&str, &'static str)> {
        // The word can be the name of a resource in the path: `transferLedgerDeposit` at `/transfer/ledger/deposit`
        // deposits.
        let resource = |word: &str| self.before.split('/').any(|segment| segment.to_lowercase() == word);
        if let Some((word, class)) = self.id_verb()
            && class.destroys()
            && !(class == WordClass::DestroysOrNoun && resource(word))
            && !self.id_phrase().is_some_and(VerbPhrase::runs_a_read)
        {
            return Some((word, OPERATION_ID));
        }
        let path = self.path.as_ref();
        let path =
            path.filter(|path| path.class.destroys() && !path.is_noun_phrase() && !path.runs_a_read())?;
        // Another verb in the operationId makes the word in the path a noun: `createArchive` at `/archive` creates an
        // archive, and `createRemoveToken` at `/remove-token` creates a token.
        let another_verb = self.leading_id_verb().is_some_and(|(_, class)| {
            matches!(class, WordClass::Acts | WordClass::Reads | WordClass::ReadsOrNoun)
        });
        let noun = another_verb && (path.class == WordClass::DestroysOrNoun || path.words.len() > 1);
        (!noun).then_some((&path.verb, PATH))
    }

    /// Returns the verb of a POST that only reads, with its origin.
    fn post_reads(&self) -> Option<(&str, &'static str)> {
        match self.id_verb() {
            Some((word, class)) if class.reads() => return Some((word, OPERATION_ID)),
            Some((_, class)) if class != WordClass::Other => return None,
            _ => {}
        }
        let path = self
            .path
            .as_ref()
            // `POST /messages/{id}/read` marks a message as read.
            .filter(|path| path.class.reads() && path.words.len() == 1 && path.verb != "read")?;
        Some((&path.verb, PATH))
    }

    /// Returns the verb of a GET or QUERY that destroys, with its origin. The evidence must be strong, since both
    /// methods are safe by definition (for GET see RFC 9110, section 9.2.1).
    fn get_destroys(&self) -> Option<(&str, &'static str)> {
        let id = self.id_verb();
        let path = self.path.as_ref();
        match id {
            Some((word, WordClass::Destroys)) if !self.id.as_ref().is_some_and(is_about) => {
                Some((word, OPERATION_ID))
            }
            // The verb is in both: `stopMachine` at `/machines/{id}/stop`.
            Some((word, WordClass::DestroysOrNoun))
                if self.leading_id_verb() == id
                    && self.id.as_ref().is_some_and(|id| id.words.len() > 1 && id.verb == word)
                    && path.is_some_and(|path| path.words.len() == 1 && path.verb == word) =>
            {
                Some((word, OPERATION_ID))
            }
            _ => {
                let path = path.filter(|path| path.class == WordClass::Destroys && !is_about(path))?;
                // An operationId with a verb for reading explains the path: `listDeletionJobs` at `/jobs/delete` lists.
                // One that was generated from method and path (`get_users_delete`) explains nothing.
                let explained = id.is_some_and(|(_, class)| class.reads())
                    && !self.id.as_ref().is_some_and(|id| id.verb == "get" && id.last == path.verb);
                (!explained).then_some((&path.verb, PATH))
            }
        }
    }
}

/// Returns true if a phrase names information about an action, not the action: `cancelReasons`, `disable-status`.
fn is_about(phrase: &VerbPhrase<'_>) -> bool {
    phrase.words.len() > 1
        && matches!(
            phrase.last.as_str(),
            "reason" | "reasons" | "status" | "statuses" | "history" | "preview" | "request" | "requests"
        )
}

#[cfg(test)]
mod tests;
