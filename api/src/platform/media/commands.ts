import { type Command, CommandError, getArgument } from "../commands/command.ts";
import { copyFiles } from "../file-storage/copy-files.ts";
import { openFolderStorage } from "../file-storage/folder-storage.ts";
import { checkMediaFolder, ID_PATH } from "./folder-check.ts";

/** The folders that cannot be generated again or whose generation takes long. */
const FOLDERS = ["media/originals", "media/sizes", "documents"];
const MEGABYTE = 1_000_000;

export const commands: readonly Command[] = [
  {
    name: "media copy",
    summary: "copy images and documents from DATA_DIR to the bucket of S3_BUCKET, or back; can be repeated",
    arguments: [{ name: "TARGET", summary: "bucket or folder" }],
    options: {
      verify: { type: "boolean", summary: "also compare the content of files that were copied before" },
    },
    run: async (context) => {
      const { app, options, progress, signal } = context;
      const name = getArgument(context, "TARGET");
      if (name !== "bucket" && name !== "folder")
        throw new CommandError(`TARGET is "${name}", but takes bucket or folder.`);
      if (!app.config.s3) throw new CommandError("S3_BUCKET is not set: there is no bucket to copy to or from.");
      const folder = openFolderStorage(app.config.dataDir);
      const [source, target] = name === "bucket" ? [folder, app.files] : [app.files, folder];
      const mismatch = await checkMediaFolder(app.db, source, { existingOnly: true });
      if (mismatch !== null) throw new CommandError(`Nothing was copied. ${mismatch}`);
      const result = await copyFiles(source, target, FOLDERS, {
        verify: options["verify"] === true,
        progress,
        signal,
      });
      // With it the copy counts as complete when a process starts.
      const id = await source.read(ID_PATH);
      if (id) await target.write(ID_PATH, id, { durable: true });
      const { copied, bytes, unchanged, onlyInTarget } = result;
      return {
        data: result,
        lines: [
          `${copied} files copied to ${target.location} (${(bytes / MEGABYTE).toFixed(1)} MB), ${unchanged} were there.`,
          ...(onlyInTarget > 0 ? [`${onlyInTarget} files are only there, and not in ${source.location}.`] : []),
        ],
      };
    },
  },
];
