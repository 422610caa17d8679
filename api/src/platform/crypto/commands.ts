import type { Command } from "../commands/command.ts";
import { replaceSecret } from "./secret-fingerprint.ts";
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
        ? "Existing links are no longer valid. Restart every process of the shop now."
        : "Existing links remain valid.";
      return { data: { revoked }, lines: [`The signing key was replaced. ${consequence}`] };
    },
  },
  {
    name: "secret replace",
    summary: "let processes start with the present SHOP_SECRET instead of the earlier one, while none of them runs",
    run: async ({ app }) => {
      await replaceSecret(app.db, app.config);
      return { data: {}, lines: ["From now on, processes start with this secret only."] };
    },
  },
];
