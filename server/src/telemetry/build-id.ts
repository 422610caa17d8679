import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const buildIdFile = join(import.meta.dirname, "../../../web/build/build-id");

/** Returns the id of the build of the storefront, which changes with each release; `none` if there is none. */
export function readBuildId(): string {
  return existsSync(buildIdFile) ? readFileSync(buildIdFile, "utf8").trim() : "none";
}
