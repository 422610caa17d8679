import type { Command } from "../../platform/commands/command.ts";
import { generatePushKeys, getPushKeys } from "./push-keys.ts";

export const pushCommands: readonly Command[] = [
  {
    name: "push keys",
    summary: "print the public key of web push, which is created if there is none",
    options: {
      new: { type: "boolean", summary: "print a new key pair for the environment instead, and store nothing" },
    },
    run: async ({ app, options }) => {
      if (options["new"] === true) {
        const { publicKey, privateKey } = generatePushKeys();
        return {
          data: { public_key: publicKey, private_key: privateKey },
          lines: [`PUSH_PUBLIC_KEY=${publicKey}`, `PUSH_PRIVATE_KEY=${privateKey}`],
        };
      }
      const { publicKey } = await getPushKeys(app);
      const source = app.config.pushKeys ? "environment" : "database";
      return { data: { public_key: publicKey, source }, lines: [`${publicKey} (from the ${source})`] };
    },
  },
];
