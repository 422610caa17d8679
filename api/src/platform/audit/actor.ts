/** Who executes an action. `id` is that of the staff account or token; null for jobs and most commands. */
export type Actor = Readonly<{
  kind: "staff" | "token" | "command" | "job";
  id: number | null;
  /** The name that the audit log shows: an email, the name of a token or job, or the user of the operating system. */
  label: string;
  sessionId: string | null;
  ipAddress: string | null;
}>;

/** Returns the actor of a background job. */
export function createJobActor(name: string): Actor {
  return { kind: "job", id: null, label: name, sessionId: null, ipAddress: null };
}
