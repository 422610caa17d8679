import type { Command } from "../commands/command.ts";
import { rotateSigningKey } from "./signing.ts";

export const commands: readonly Command[] = [
  {
    name: "signing-key rotate",
    summary: "replace the key for signed links; existing links remain valid unless --revoke is given",
    options: {
      revoke: {
        type: "boolean",
        summary: "if the key was leaked: existing unsubscribe links and device tokens stop working",
      },
    },
    run: async ({ app, options }) => {
      const revoked = options["revoke"] === true;
      await rotateSigningKey(app.db, { now: app.clock.now(), revokeRetired: revoked });
      const consequence = revoked
        ? "What was signed before is not accepted any more. Restart every process of the shop now."
        : "What was signed before is still accepted.";
      return { data: { revoked }, lines: [`The signing key was replaced. ${consequence}`] };
    },
  },
];
