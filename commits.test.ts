import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { adminModules, apiModules, webModules } from "./.dependency-cruiser.mjs";

/** Commits up to this one are older than the rule for subjects ("Commits" in CONTRIBUTING.md). */
const LAST_EXEMPT_COMMIT = "c6f3076a39559f609d869e6c57a5328014b1b2ec";
const MAX_LENGTH = 72;

const types = new Set(["feat", "fix", "refactor", "perf", "docs", "test", "build", "ci", "chore", "revert"]);
/** Types of a change that a module makes; the others may concern the whole repository. */
const typesWithScope = new Set(["feat", "fix", "perf"]);

/** Modules, sub-modules of the API, and the folders of the repository: workspaces, docs, scripts. */
const scopes = new Set([
  ...apiModules,
  ...webModules,
  ...adminModules,
  ...listFolders("*"),
  ...listFolders("api/src/*/*"),
  "deps",
]);

function listFolders(pattern: string): string[] {
  return globSync(pattern, { cwd: import.meta.dirname, withFileTypes: true, exclude: ["node_modules"] })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => basename(name));
}

/** Returns what is wrong with the subject of a commit. */
function findProblems(subject: string): string[] {
  const parts = /^(\w+)(?:\(([^)]*)\))?!?: (.+)$/.exec(subject);
  if (!parts) return ["is not a Conventional Commit: type(module): what it does"];
  const [, type = "", scope, description = ""] = parts;
  const problems = {
    [`has more than ${MAX_LENGTH} characters`]: subject.length > MAX_LENGTH,
    [`has the unknown type ${type}`]: !types.has(type),
    [`has the scope ${scope}, which is no module, workspace or folder`]: scope !== undefined && !scopes.has(scope),
    "has no scope": scope === undefined && typesWithScope.has(type),
    "does not begin in lower case": !/^[a-z]/.test(description),
    "ends with a full stop": description.endsWith("."),
  };
  return Object.keys(problems).filter((problem) => problems[problem]);
}

/** Lists the commits to check; null without git, without a history, or if it does not reach back to the rule. */
function listCommits(): { hash: string; subject: string }[] | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "ignore"] }).toString();
  try {
    git("merge-base", "--is-ancestor", LAST_EXEMPT_COMMIT, "HEAD");
    const lines = git("log", "--no-merges", "--format=%h %s", `${LAST_EXEMPT_COMMIT}..HEAD`)
      .split("\n")
      .filter(Boolean);
    return lines.map((line) => ({ hash: line.split(" ", 1)[0] ?? "", subject: line.slice(line.indexOf(" ") + 1) }));
  } catch {
    return null;
  }
}

describe("the subjects of commits", () => {
  const commits = listCommits();

  it.skipIf(commits === null)("follow Conventional Commits, with a module as scope", () => {
    const problems = (commits ?? []).flatMap(({ hash, subject }) =>
      findProblems(subject).map((problem) => `${hash} "${subject}" ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it.each([
    ["feat(cart): merge the guest cart at sign-in", []],
    ["fix(payments)!: retry lost captures", []],
    ["refactor(mail): separate queueing from rendering", []],
    ["test(e2e): wait for the stylesheet", []],
    ["docs: describe the business rules", []],
    ["The cart merges at sign-in", ["is not a Conventional Commit: type(module): what it does"]],
    ["feat(cart) merge the guest cart", ["is not a Conventional Commit: type(module): what it does"]],
    ["wip", ["is not a Conventional Commit: type(module): what it does"]],
    ["feature(cart): merge the guest cart", ["has the unknown type feature"]],
    ["feat: merge the guest cart", ["has no scope"]],
    ["feat(basket): merge the guest cart", ["has the scope basket, which is no module, workspace or folder"]],
    ["fix(cart): Merge the guest cart.", ["does not begin in lower case", "ends with a full stop"]],
    [`docs: ${"x".repeat(66)}`, []],
    [`docs: ${"x".repeat(67)}`, ["has more than 72 characters"]],
  ])("are checked: %s", (subject, problems) => {
    expect(findProblems(subject)).toEqual(problems);
  });
});
