import { stat } from "node:fs/promises";
import { StartupError } from "../../api/src/platform/startup-error.ts";

/**
 * Refuses to run as root on the data folder of another user: the processes of the store could not read the files that a
 * command creates there.
 * @param userId the effective user id; undefined on Windows
 * @throws StartupError
 */
export async function checkDataDirOwner(dataDir: string, userId = process.geteuid?.()): Promise<void> {
  if (userId !== 0) return;
  const ownerId = await stat(dataDir).then(
    ({ uid }) => uid,
    () => 0,
  );
  if (ownerId === 0) return;
  throw new StartupError(
    `${dataDir} belongs to the user with the id ${ownerId}, who could not read files that root creates there: run the command as that user, with runuser -u USER -- … or sudo -u '#${ownerId}' ….`,
  );
}
