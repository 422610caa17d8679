import { getArgument, formatTable, type Command, readInputFile } from "../../platform/commands/command.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { listRedirects, listRedirectProblems, lockRedirects, upsertRedirects } from "./sql.ts";
import { resolveChains, parseRedirects } from "./redirects.ts";

/** Commands for redirects. */
export const commands: readonly Command[] = [
  {
    name: "redirects list",
    summary: "list the redirects",
    run: async ({ app }) => {
      const data = await listRedirects(app.db);
      if (data.length === 0) return { data, lines: ["There are no redirects."] };
      return {
        data,
        lines: formatTable(
          ["From", "To"],
          data.map(({ from, to }) => [from, to]),
        ),
      };
    },
  },
  {
    name: "redirects import",
    summary: "import redirects; either the whole file or nothing",
    arguments: [{ name: "FILE", summary: "a line for each redirect: /old,/new" }],
    options: { "dry-run": { type: "boolean", summary: "check the file and change nothing" } },
    run: async (context) => {
      const redirects = parseRedirects(await readInputFile(getArgument(context, "FILE")));
      const isDryRun = context.options["dry-run"] === true;
      await withTransaction(context.app.db, async (db) => {
        await lockRedirects(db);
        const redirectsByPath = new Map((await listRedirects(db)).map((redirect) => [redirect.from, redirect]));
        for (const redirect of redirects) redirectsByPath.set(redirect.from, redirect);
        const resolved = resolveChains([...redirectsByPath.values()]);
        if (!isDryRun) await upsertRedirects(db, resolved);
      });
      const count = redirects.length;
      return {
        data: { redirects: count, dry_run: isDryRun },
        lines: [isDryRun ? `All ${count} redirects are valid.` : `${count} redirects imported.`],
      };
    },
  },
  {
    name: "redirects check",
    summary: "report redirects that lead to no page or are never used",
    run: async ({ app }) => {
      const problems = await listRedirectProblems(app.db);
      const data = problems.map(({ from, to, is_broken }) => ({
        from,
        to,
        problem: is_broken ? "no_page" : "unused",
      }));
      const brokenLines = problems
        .filter((redirect) => redirect.is_broken)
        .map(({ from, to }) => `${from} leads to ${to}, which has no page.`);
      const unusedLines = problems
        .filter((redirect) => redirect.is_unused)
        .map(({ from }) => `${from} still has a page, which takes precedence.`);
      const lines = [...brokenLines, ...unusedLines];
      return {
        data,
        lines: lines.length > 0 ? lines : ["Every redirect leads to a page."],
        hasFailed: brokenLines.length > 0,
      };
    },
  },
];
