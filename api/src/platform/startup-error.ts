/** The program cannot start. Reported in one line, without a stack trace. */
export class StartupError extends Error {
  override name = "StartupError";
}
