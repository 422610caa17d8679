// Lighthouse would triple the size of the install: it is fetched into npm's cache on demand.
import { root, getToolEnvironment } from "./packages.mjs";
import { run, step, StepError } from "./steps.mjs";

const LIGHTHOUSE_PACKAGE = "lighthouse@13.5.0";

/**
 * Fetches Lighthouse, unless it is in npm's cache.
 * @returns {Promise<string>} path of its program
 * @throws StepError if it cannot be fetched.
 */
export function fetchLighthouse() {
  const programArguments = ["--call", "command -v lighthouse"];
  const env = { ...getToolEnvironment(), npm_config_loglevel: "error", npm_config_fetch_retries: "1" };
  return step(`Fetching ${LIGHTHOUSE_PACKAGE}`, async () => {
    try {
      const options = { cwd: root, env };
      return (
        await run(
          "npm",
          ["exec", "--yes", "--prefer-offline", "--package", LIGHTHOUSE_PACKAGE, ...programArguments],
          options,
        )
      ).trim();
    } catch (error) {
      const [reason = ""] = error instanceof StepError ? error.message.split("\n") : [String(error)];
      throw new StepError(
        `${LIGHTHOUSE_PACKAGE} is not in npm's cache and could not be fetched (${reason}): it needs the network.`,
      );
    }
  });
}
