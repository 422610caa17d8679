import type { Actor } from "../platform/audit/actor.ts";
import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import {
  type Command,
  CommandError,
  type CommandContext,
  formatTable,
  getArgument,
} from "../platform/commands/command.ts";
import { getOperatorName } from "../platform/commands/operator.ts";
import { withTransaction } from "../platform/db/database.ts";
import { defaultLocale } from "../platform/i18n/locale.ts";
import { inviteStaff } from "./invitations.ts";
import { getOldestUse } from "./sessions.ts";
import { resetSecondFactor } from "./second-factor-reset.ts";
import { findCredentials, findRoleId, listStaffRows, lockActiveStaff } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "staff invite",
    summary: "invite a person to the back office; prints the link and sends it by email",
    arguments: [{ name: "EMAIL", summary: "the person" }],
    options: { role: { type: "string", value: "KEY", summary: "the role, such as owner, manager or packer" } },
    run: async (context) => {
      const { app, options } = context;
      const email = getEmail(context);
      const roleKey = options["role"];
      if (typeof roleKey !== "string") throw new CommandError("--role is missing, such as --role owner.");
      const roleId = await findRoleId(app.db, roleKey);
      if (roleId === null) throw new CommandError(`There is no role ${roleKey}.`);
      if (await findCredentials(app.db, email)) throw new CommandError(`${email} has an account already.`);
      const invitation = { email, roleId, invitedBy: null, locale: defaultLocale, now: app.clock.now() };
      const url = await withTransaction(app.db, async (tx) => {
        await recordAuditEntry(app, tx, {
          actor: createCommandActor(context),
          action: "staff.invited",
          subject: { kind: "staff_invitation", id: email },
          changes: [{ field: "role", from: null, to: roleKey }],
        });
        return inviteStaff(tx, app, invitation);
      });
      return {
        data: { email, role: roleKey, url },
        lines: [`${email} was invited. The link is valid for 72 hours:`, url],
      };
    },
  },
  {
    name: "staff list",
    summary: "list the accounts of the back office with role, status and last sign-in",
    run: async ({ app }) => {
      const staff = await listStaffRows(app.db, { now: app.clock.now(), usedAfter: getOldestUse(app.clock.now()) });
      const rows = staff.map(({ email, name, role_key, status, last_seen_at }) => [
        ...[email, name, role_key, status, last_seen_at],
      ]);
      return { data: staff, lines: formatTable(["Email", "Name", "Role", "Status", "Last seen"], rows) };
    },
  },
  {
    name: "staff second-factor off",
    summary: "reset the second factor of a person who lost the authenticator and the recovery codes",
    arguments: [{ name: "EMAIL", summary: "the person, whose identity was verified" }],
    run: async (context) => {
      const { app } = context;
      const email = getEmail(context);
      const recoveryCode = await withTransaction(app.db, async (tx) => {
        const person = await lockActiveStaff(tx, email);
        if (!person) throw new CommandError(`There is no active account ${email}.`);
        await recordAuditEntry(app, tx, {
          actor: createCommandActor(context),
          action: "staff.second_factor_reset",
          subject: { kind: "staff", id: person.id },
          changes: [],
        });
        return resetSecondFactor(tx, app, person);
      });
      return {
        data: { email, recoveryCode },
        lines: [
          `${email} signs in with the password and this recovery code, which works once, and then sets up a new authenticator:`,
          recoveryCode,
        ],
      };
    },
  },
];

function getEmail(context: CommandContext): string {
  return getArgument(context, "EMAIL").trim().toLowerCase();
}

function createCommandActor(context: CommandContext): Actor {
  return { kind: "command", id: null, label: getOperatorName(context), sessionId: null, ipAddress: null };
}
