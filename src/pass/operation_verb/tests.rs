use proptest::prelude::*;

use super::*;
use crate::pass::fixture::tool;

fn says(method: &str, path: &str, id: &str) -> Option<(VerbMeaning, String)> {
    let id = (!id.is_empty()).then_some(id);
    find_verb(tool(method, path, id).call.as_ref().unwrap()).map(|finding| (finding.meaning, finding.word))
}

#[test]
fn destructive_posts() {
    for (path, id, word) in [
        ("/orders/{id}/cancel", "", "cancel"),
        ("/orders/{id}/cancel/", "orders_cancel_create", "cancel"),
        ("/orders/{id}:cancel", "", "cancel"),
        ("/orders/cancel/{id}", "", "cancel"),
        ("/api/chat.delete", "chat_delete", "delete"),
        ("/#Action=DeleteUser", "POST_DeleteUser", "delete"),
        ("/pets", "deletePets", "delete"),
        ("/pets", "DELETE_PETS", "delete"),
        ("/pets", "bulkDeletePets", "delete"),
        ("/rpc", "pets/delete", "delete"),
        ("/rpc", "pets.delete", "delete"),
        ("/rpc", "Pets_Delete", "delete"),
        ("/containers/{id}/kill", "ContainerKill", "kill"),
        ("/item/remove", "itemRemove", "remove"),
        ("/session", "log_out", "logout"),
        ("/vm/{id}/shut-down", "", "shutdown"),
        ("/repos/{owner}/{repo}/transfer", "repos/transfer", "transfer"),
        ("/users/{id}/reset-password", "", "reset"),
        ("/x", "post_cancel_order", "cancel"),
    ] {
        assert_eq!(says("POST", path, id), Some((VerbMeaning::Destroys, word.to_owned())), "{path} {id}");
    }
}

#[test]
fn harmless_posts() {
    for (path, id) in [
        ("/transfers", "CreateTransfer"),
        ("/transfer/create", "transferCreate"),
        ("/refunds", "PostRefunds"),
        ("/archive", "createArchive"),
        ("/projects/{id}/merge_requests", "postMergeRequests"),
        ("/v1/refunds/{refund}", "PostRefundsRefund"),
        ("/v1/transfers/{transfer}", "PostTransfersTransfer"),
        ("/runners/remove-token", "actions/create-remove-token-for-repo"),
        ("/messages/{id}/undoSoftDelete", "messages.message.undoSoftDelete"),
        ("/checks", "checkCanDelete"),
        ("/projects/{id}/merge_requests", ""),
        ("/stopwatch", "stopwatchStart"),
        ("/password_policies", "password_policy_create"),
        ("/cancels", ""),
        ("/transfer/ledger/deposit", "transferLedgerDeposit"),
        ("/transfer/migrate_account", "transfer_migrate_account"),
        ("/metadata_queries/execute_read", "post_metadata_queries_execute_read"),
        ("/reports/run", "executeQuery"),
        ("/accounts/check-in", "checkIn"),
        ("/undeleted", "undelete"),
        ("/", ""),
        ("", "_"),
    ] {
        let said = says("POST", path, id).filter(|(meaning, _)| *meaning == VerbMeaning::Destroys);
        assert_eq!(said, None, "{path} {id}");
    }
}

#[test]
fn posts_that_read() {
    for (path, id, word) in [
        ("/search", "", "search"),
        ("/pets", "searchPets", "search"),
        ("/transfer/get", "transferGet", "get"),
        ("/rpc", "pets.list", "list"),
    ] {
        assert_eq!(says("POST", path, id), Some((VerbMeaning::Reads, word.to_owned())), "{path} {id}");
    }
    for (path, id) in [
        ("/filters", "createFilter"),
        ("/search", "createSearch"),
        ("/queries", "queryAdd"),
        ("/repos/{id}/watch", "watchRepo"),
        ("/sandbox/transfer/simulate", "sandboxTransferSimulate"),
        ("/items/{id}/read", ""),
    ] {
        assert_eq!(says("POST", path, id), None, "{path} {id}");
    }
}

#[test]
fn destructive_gets() {
    for (path, id, word) in [
        ("/auth.revoke", "auth_revoke", "revoke"),
        ("/apps.uninstall", "", "uninstall"),
        ("/users/{id}/delete", "", "delete"),
        ("/users/{id}/delete", "get_users_delete", "delete"),
        ("/users/{id}/delete", "userDeletion", "delete"),
        ("/deleteUser", "", "delete"),
        ("/user/logout", "logoutUser", "logout"),
        ("/machines/{id}/stop", "stopMachine", "stop"),
        ("/#Action=CancelTask", "GET_CancelTask", "cancel"),
        ("/x", "Pets_Delete", "delete"),
    ] {
        assert_eq!(says("GET", path, id), Some((VerbMeaning::Destroys, word.to_owned())), "{path} {id}");
    }
}

/// Names from public documents, and names in which a destructive word is a noun.
#[test]
fn harmless_gets() {
    for (path, id) in [
        ("/repos/{owner}/{repo}/pulls/{n}/merge", "pulls/check-if-merged"),
        ("/user/migrations/{id}/archive", "migrations/get-archive-for-authenticated-user"),
        ("/containers/{id}/archive", "ContainerArchive"),
        ("/guilds/{guild_id}/prune", "preview_prune_guild"),
        ("/v1/refunds/{refund}", "GetRefundsRefund"),
        ("/monitor/can_delete", "CheckCanDeleteMonitor"),
        ("/replays/jobs/delete/", "listProjectReplayDeletionJobs"),
        ("/replays/jobs/delete/{job_id}/", "getProjectReplayDeletionJob"),
        ("/archive_files", "listArchivedFiles"),
        ("/usage/online-archive", "GetUsageOnlineArchive"),
        ("/stops", "stops"),
        ("/stop/{id}", "stop"),
        ("/stop/{id}", ""),
        ("/stop_times", "stopTimes"),
        ("/transfers", "list_transfers"),
        ("/transfers/{id}/reset", ""),
        ("/stopwatch", "stopwatch"),
        ("/reset_password_policy", "reset_password_policy_get"),
        ("/cancel-reasons", "cancelReasons"),
        ("/accounts/{id}/disable-status", ""),
        ("/delete", "getDeletePreview"),
        ("/payments/{id}/refund", "getRefund"),
        ("/drop", "drop"),
    ] {
        assert_eq!(says("GET", path, id), None, "{path} {id}");
    }
}

#[test]
fn other_methods_say_enough() {
    for method in ["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PURGE"] {
        assert_eq!(says(method, "/users/delete", "deleteUsers"), None, "{method}");
    }
}

proptest! {
    #[test]
    fn nothing_breaks_it(path in ".*", id in ".*", method in "GET|POST") {
        let _ = says(&method, &path, &id);
    }
}
