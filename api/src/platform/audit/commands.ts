import { type Command, formatTable } from "../commands/command.ts";
import { verifyAuditSeals } from "./verify-seals.ts";

export const commands: readonly Command[] = [
  {
    name: "audit verify",
    summary: "verify the hash chain of the audit log; exit code 1 if entries were changed or removed",
    run: async ({ app }) => {
      const { seals, problems } = await verifyAuditSeals(app);
      const rows = problems.map(({ seal_id, problem }) => [seal_id, problem]);
      return {
        data: { seals, problems },
        lines: rows.length > 0 ? formatTable(["Seal", "Problem"], rows) : [`All ${seals} seals are valid.`],
        hasFailed: rows.length > 0,
      };
    },
  },
];
