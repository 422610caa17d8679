import {
  type Command,
  CommandError,
  type CommandContext,
  formatTable,
  getArgument,
} from "../platform/commands/command.ts";
import { defaultLocale } from "../platform/i18n/locale.ts";
import { inviteStaffMember, resetStaffSecondFactor } from "./admin-actions.ts";
import { findActiveStaffId } from "./actor-sql.ts";
import { asOption, runActionAsOperator } from "./run-action-as-operator.ts";
import { getOldestUse } from "./sessions.ts";
import { findCredentials, findRoleId, listStaffRows } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "staff invite",
    summary: "invite a person to the back office; prints the link and sends it by email",
    arguments: [{ name: "EMAIL", summary: "the person" }],
    options: {
      role: { type: "string", value: "KEY", summary: "the role, such as owner, manager or packer" },
      ...asOption,
    },
    run: async (context) => {
      const { app, options } = context;
      const email = getEmail(context);
      const roleKey = options["role"];
      if (typeof roleKey !== "string") throw new CommandError("--role is missing, such as --role owner.");
      if ((await findRoleId(app.db, roleKey)) === null) throw new CommandError(`There is no role ${roleKey}.`);
      if (await findCredentials(app.db, email)) throw new CommandError(`${email} has an account already.`);
      const { result } = await runActionAsOperator(context, inviteStaffMember, {
        ...{ params: {}, input: { email, role_key: roleKey }, locale: defaultLocale },
      });
      const { url } = result;
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
    options: asOption,
    run: async (context) => {
      const email = getEmail(context);
      const id = await findActiveStaffId(context.app.db, email);
      if (id === null) throw new CommandError(`There is no active account ${email}.`);
      const call = { params: { id: String(id) }, input: {} };
      const { result } = await runActionAsOperator(context, resetStaffSecondFactor, call);
      const recoveryCode = result.recovery_code;
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
