// Lighthouse, which would triple the install: it comes into npm's own cache when it is asked for.
import { root, toolPath } from "./packages.mjs";
import { run, step, StepError } from "./steps.mjs";

const PINNED = "lighthouse@13.5.0";

/**
 * Fetches Lighthouse, unless npm holds it from an earlier time.
 * @returns {Promise<string>} path of its program
 * @throws StepError where it cannot be fetched.
 */
export function fetchLighthouse() {
  const program = ["--call", "command -v lighthouse"];
  const env = { ...toolPath(), npm_config_loglevel: "error", npm_config_fetch_retries: "1" };
  return step(`Fetching ${PINNED}`, async () => {
    try {
      const options = { cwd: root, env };
      return (await run("npm", ["exec", "--yes", "--prefer-offline", "--package", PINNED, ...program], options)).trim();
    } catch (error) {
      const [reason = ""] = error instanceof StepError ? error.message.split("\n") : [String(error)];
      throw new StepError(
        `${PINNED} is not in npm's cache and could not be fetched (${reason}): it needs the network.`,
      );
    }
  });
}
