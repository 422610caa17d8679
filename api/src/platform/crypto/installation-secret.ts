import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "../create-folder.ts";

/**
 * Returns a random secret of this installation, which is generated on first use and stored in a file.
 * @param name the name of the file, without `.secret`
 */
export function loadInstallationSecret(dataDir: string, name: string): string {
  createFolder(dataDir);
  const file = join(dataDir, `${name}.secret`);
  if (!existsSync(file)) {
    // Written to a temporary file and then linked: if two processes start at once, the first secret is kept, and no
    // process reads an incomplete file.
    const temporaryFile = `${file}.${randomBytes(6).toString("hex")}`;
    writeFileSync(temporaryFile, randomBytes(32).toString("base64url"), { mode: 0o600 });
    try {
      linkSync(temporaryFile, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(temporaryFile);
    }
  }
  return readFileSync(file, "utf8").trim();
}
