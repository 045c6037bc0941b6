//! What the words of an operation say about what it does (docs/mapping.md, "Annotations").
//!
//! A word counts only where a verb stands: at the beginning of the operationId or of its last segment
//! (`repos/delete`, `Pets_Delete`), or at the beginning of the last segment of the path that is no
//! placeholder. Many verbs are nouns too (`GET /pulls/{id}/merge` checks, `transferCreate` creates a
//! transfer), so such a word needs more support than one that can only be a verb.

use crate::model::HttpCall;

use super::words::split;

/// What a word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerbMeaning {
    /// The operation destroys, takes away or overwrites something.
    Destroys,
    /// The operation only looks.
    Reads,
}

/// A word that says something, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VerbFinding {
    /// What it says.
    pub(super) says: VerbMeaning,
    /// The word, in lower case.
    pub(super) word: String,
    /// `operationId` or `path`.
    pub(super) origin: &'static str,
}

/// What is known of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordClass {
    /// A destructive verb that is hardly ever a noun.
    Destroys,
    /// A destructive verb that is a noun as well.
    DestroysOrNoun,
    /// A verb that reads.
    Reads,
    /// A verb that reads, and a noun as well.
    ReadsOrNoun,
    /// Another verb.
    Acts,
    /// No verb that is known.
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

    /// The class of a word that may stand after the method's own name, where only a word that cannot be
    /// a noun counts as a verb.
    fn after(word: &str, after_method: bool) -> Self {
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
    /// Its words, as written.
    words: Vec<&'t str>,
    /// The verb: the first word, or the first two as one (`log out`); in lower case.
    verb: String,
    /// The last word, in lower case.
    last: String,
    class: WordClass,
    /// Whether the method was left out in front: `post` is the verb then, and what follows is more
    /// often a noun (`PostRefundsRefund`).
    after_method: bool,
}

impl<'t> VerbPhrase<'t> {
    /// A phrase without the words that only say how (`bulk`) or repeat the method.
    fn new(text: &'t str, method: &str) -> Option<Self> {
        let mut words = split(text);
        // An id that repeats the method in capitals was made from it by a generator: `GET_DeleteUser`.
        let in_capitals = text.strip_prefix(method).is_some_and(|rest| rest.starts_with('_'));
        let repeats = in_capitals
            || method == "POST" && words.first().is_some_and(|word| word.eq_ignore_ascii_case("post"));
        let skipped = words.iter().skip(usize::from(repeats)).take_while(|word| says_how(word)).count();
        let skip = usize::from(repeats) + skipped;
        if skip < words.len() {
            words.drain(..skip);
        }
        let (first, last) = (words.first()?, words.last()?.to_lowercase());
        let second = words.get(1).copied().unwrap_or_default();
        let is_pair =
            |pair: &&[&str; 2]| first.eq_ignore_ascii_case(pair[0]) && second.eq_ignore_ascii_case(pair[1]);
        let verb = PAIRS.iter().find(is_pair).map_or_else(|| first.to_lowercase(), |pair| pair.concat());
        let mut class = WordClass::after(&verb, repeats && !in_capitals);
        // To check in or out is no reading.
        if verb == "check" && ["in", "out"].iter().any(|word| second.eq_ignore_ascii_case(word)) {
            class = WordClass::Acts;
        }
        Some(Self { words, verb, last, class, after_method: repeats && !in_capitals })
    }

    /// Resource first, verb last, as in `transferCreate` and `ContainerKill`: the last word is the verb
    /// if the first is none, or can be a noun.
    fn trailing(&self) -> Option<(&str, WordClass)> {
        let noun_first =
            matches!(self.class, WordClass::Other | WordClass::DestroysOrNoun | WordClass::ReadsOrNoun);
        let class = WordClass::after(&self.last, self.after_method);
        // `checkCanDelete` still checks.
        let looks = self.class == WordClass::ReadsOrNoun && class.destroys();
        (self.words.len() > 1 && noun_first && !looks && class != WordClass::Other)
            .then_some((self.last.as_str(), class))
    }

    /// `merge_requests`, `transfer_reasons`: a word that can be a noun, before a plural.
    fn is_noun_phrase(&self) -> bool {
        self.class == WordClass::DestroysOrNoun && self.words.len() > 1 && self.last.ends_with('s')
    }

    /// `execute_read`, `executeQuery`: what is executed only looks.
    fn runs_a_read(&self) -> bool {
        self.verb == "execute" && WordClass::of(&self.last).reads()
    }
}

/// Two words that are one verb.
const PAIRS: [[&str; 2]; 6] =
    [["log", "out"], ["sign", "out"], ["log", "off"], ["shut", "down"], ["power", "off"], ["roll", "back"]];

/// `bulkDelete`, `force_remove`: words before a verb that do not change what it is.
fn says_how(word: &str) -> bool {
    ["bulk", "batch", "mass", "multi", "async", "force", "hard", "soft", "do"]
        .iter()
        .any(|how| word.eq_ignore_ascii_case(how))
}

/// The segment of an operationId that names the action: the whole, and the last of several.
fn last_segment(id: &str) -> Option<&str> {
    if let Some((_, last)) = id.rsplit_once(['/', '.', ':', '#']) {
        return Some(last);
    }
    // `VirtualMachines_Delete`: an underscore parts resource and action only where both are in capitals.
    let capitals = id.contains('_')
        && id.split('_').all(|part| part.starts_with(char::is_uppercase))
        && id.chars().any(char::is_lowercase);
    capitals.then(|| id.rsplit('_').next()).flatten()
}

/// The last segment of a path that is no placeholder, without what only says the format or the host:
/// `/orders/{id}/cancel`, `/calls/{id}:cancel`, `/api/chat.delete`, `/#Action=DeleteUser`.
fn action_of(path: &str) -> Option<&str> {
    let path = path.split('?').next().unwrap_or(path);
    path.rsplit('/').find_map(|segment| {
        let mut parts = segment.rsplit([':', '.', '=', '}', ')']).map(|part| part.trim_end_matches('('));
        parts.find(|part| {
            !part.is_empty() && !part.starts_with('{') && !matches!(*part, "json" | "xml" | "php" | "html")
        })
    })
}

/// What the words of an operation say about it, if they say anything. Only for methods whose hints a
/// word can change or question: GET, QUERY and POST.
pub(super) fn judge(call: &HttpCall) -> Option<VerbFinding> {
    let method = call.method.as_str();
    if !matches!(method, "GET" | "QUERY" | "POST") {
        return None;
    }
    let id = call.operation_id.as_deref().and_then(|id| VerbPhrase::new(id, method));
    let segment = call.operation_id.as_deref().and_then(last_segment);
    let action = segment.and_then(|segment| VerbPhrase::new(segment, method));
    let last = action_of(&call.path);
    let path = last.and_then(|segment| VerbPhrase::new(segment, method));
    // `last` is a part of the path.
    let before = last.and_then(|last| call.path.rsplit_once(last)).map_or("", |(before, _)| before);
    let operation = OperationPhrases { id, action, path, before };
    let (says, word, origin) = if method == "POST" {
        let destroys = operation.post_destroys().map(|(word, origin)| (VerbMeaning::Destroys, word, origin));
        destroys.or_else(|| operation.post_reads().map(|(word, origin)| (VerbMeaning::Reads, word, origin)))
    } else {
        operation.get_destroys().map(|(word, origin)| (VerbMeaning::Destroys, word, origin))
    }?;
    Some(VerbFinding { says, word: word.to_owned(), origin })
}

/// What a word is said to stand in, where it is the operationId.
pub(super) const ID: &str = "operationId";
const PATH: &str = "path";

/// The phrases of one operation.
struct OperationPhrases<'t> {
    /// The whole operationId.
    id: Option<VerbPhrase<'t>>,
    /// Its last segment, if it has several.
    action: Option<VerbPhrase<'t>>,
    /// The last segment of the path that is no placeholder.
    path: Option<VerbPhrase<'t>>,
    /// The path before it: what its segments name is a resource.
    before: &'t str,
}

impl<'t> OperationPhrases<'t> {
    /// The phrase of the operationId that names the action.
    fn id_phrase(&self) -> Option<&VerbPhrase<'t>> {
        let known =
            |phrase: &&VerbPhrase<'_>| phrase.class != WordClass::Other || phrase.trailing().is_some();
        self.action.as_ref().filter(known).or(self.id.as_ref())
    }

    /// The verb that the operationId leads with, and what is known of it.
    fn id_verb(&self) -> Option<(&str, WordClass)> {
        self.id_phrase().map(|phrase| (phrase.verb.as_str(), phrase.class))
    }

    /// The same, or the verb at the end of an id whose first word is a resource. A word at the end that
    /// can be a noun counts only if the path ends with it too.
    fn id_verb_anywhere(&self) -> Option<(&str, WordClass)> {
        let in_path = |word: &str| self.path.as_ref().is_some_and(|path| path.verb == word);
        self.id_phrase()
            .and_then(VerbPhrase::trailing)
            .filter(|&(word, class)| class != WordClass::DestroysOrNoun || in_path(word))
            .or_else(|| self.id_verb())
    }

    fn post_destroys(&self) -> Option<(&str, &'static str)> {
        // `transferLedgerDeposit` at `/transfer/ledger/deposit` deposits.
        let resource = |word: &str| self.before.split('/').any(|segment| segment.to_lowercase() == word);
        if let Some((word, class)) = self.id_verb_anywhere()
            && class.destroys()
            && !(class == WordClass::DestroysOrNoun && resource(word))
            && !self.id_phrase().is_some_and(VerbPhrase::runs_a_read)
        {
            return Some((word, ID));
        }
        let path = self.path.as_ref();
        let path =
            path.filter(|path| path.class.destroys() && !path.is_noun_phrase() && !path.runs_a_read())?;
        // `POST /archive` with the id `createArchive` creates one, and so does `createRemoveToken` at
        // `/remove-token`.
        let another_verb = self.id_verb().is_some_and(|(_, class)| {
            matches!(class, WordClass::Acts | WordClass::Reads | WordClass::ReadsOrNoun)
        });
        let noun = another_verb && (path.class == WordClass::DestroysOrNoun || path.words.len() > 1);
        (!noun).then_some((&path.verb, PATH))
    }

    fn post_reads(&self) -> Option<(&str, &'static str)> {
        match self.id_verb_anywhere() {
            Some((word, class)) if class.reads() => return Some((word, ID)),
            Some((_, class)) if class != WordClass::Other => return None,
            _ => {}
        }
        let path = self
            .path
            .as_ref()
            // `POST /messages/{id}/read` marks as read.
            .filter(|path| path.class.reads() && path.words.len() == 1 && path.verb != "read")?;
        Some((&path.verb, PATH))
    }

    /// A GET is what it says it is unless a word says clearly otherwise.
    fn get_destroys(&self) -> Option<(&str, &'static str)> {
        let id = self.id_verb_anywhere();
        let path = self.path.as_ref();
        match id {
            Some((word, WordClass::Destroys)) if !self.id.as_ref().is_some_and(is_about) => Some((word, ID)),
            // `stopMachine` at `/machines/{id}/stop`: verb in both places.
            Some((word, WordClass::DestroysOrNoun))
                if self.id_verb() == id
                    && self.id.as_ref().is_some_and(|id| id.words.len() > 1 && id.verb == word)
                    && path.is_some_and(|path| path.words.len() == 1 && path.verb == word) =>
            {
                Some((word, ID))
            }
            _ => {
                let path = path.filter(|path| path.class == WordClass::Destroys && !is_about(path))?;
                // `GET …/jobs/delete` with the id `listDeletionJobs` lists; one whose id was made from
                // method and path (`get_users_delete`) says nothing.
                let explained = id.is_some_and(|(_, class)| class.reads())
                    && !self.id.as_ref().is_some_and(|id| id.verb == "get" && id.last == path.verb);
                (!explained).then_some((&path.verb, PATH))
            }
        }
    }
}

/// `cancelReasons`, `disable-status`: something that is read about an action.
fn is_about(phrase: &VerbPhrase<'_>) -> bool {
    phrase.words.len() > 1
        && matches!(
            phrase.last.as_str(),
            "reason" | "reasons" | "status" | "statuses" | "history" | "preview" | "request" | "requests"
        )
}

#[cfg(test)]
mod tests;
