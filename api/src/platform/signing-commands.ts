import type { Command } from "./commands.ts";
import { rotateSigningKey } from "./signing.ts";

export const commands: readonly Command[] = [
  {
    name: "signing-key rotate",
    summary: "makes a new key for signed links; what was signed before is still accepted, unless --revoke is given",
    options: {
      revoke: {
        type: "boolean",
        summary: "for a key that became known: unsubscribe links and device tokens of before stop working",
      },
    },
    run: async ({ house, options }) => {
      const revoked = options["revoke"] === true;
      await rotateSigningKey(house.db, { now: house.clock.now(), revokeRetired: revoked });
      const before = revoked
        ? "What was signed before is not accepted any more. Restart every process of the shop now."
        : "What was signed before is still accepted.";
      return { data: { revoked }, lines: [`The signing key was replaced. ${before}`] };
    },
  },
];
