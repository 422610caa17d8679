import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "./api/src/settings.ts";
import { commands } from "./cli/src/commands.ts";

const rootFolder = import.meta.dirname;
const documents = globSync(["*.md", "docs/**/*.md"], { cwd: rootFolder }).map((file) => ({
  file,
  text: readFileSync(join(rootFolder, file), "utf8"),
}));

/** Returns the first group of each match of a pattern in all documents, with the name of the document. */
function findMentions(pattern: RegExp): { file: string; name: string }[] {
  return documents.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => ({ file, name: name.replaceAll(/\s+/g, " ") })),
  );
}

it("the documents name settings that exist", () => {
  const keys = new Set(settings.map(({ key }) => key));
  const mentions = [
    ...findMentions(/\bsettings?\s+((?:`[a-z_]+\.[a-z_.]+`(?:,\s+|\s+and\s+)?)+)/g).flatMap(({ file, name }) =>
      [...name.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => ({ file, name: key })),
    ),
    ...findMentions(/\bsettings (?:set|get|unset) ([a-z_]+\.[a-z_.]+)/g),
  ];
  expect(mentions.length).toBeGreaterThan(30);
  expect(mentions.filter(({ name }) => !keys.has(name))).toEqual([]);
});

it("the documents name commands that exist", () => {
  const names = commands.map(({ name }) => name);
  const mentions = findMentions(/\bshop -- ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g);
  const isKnown = (mention: string) =>
    names.some((name) => name === mention || name.startsWith(`${mention} `) || mention.startsWith(`${name} `));
  expect(mentions.length).toBeGreaterThan(20);
  expect(mentions.filter(({ name }) => !isKnown(name))).toEqual([]);
});

it("the documents name files that exist", () => {
  const mentions = findMentions(
    /`((?:admin|api|bench|cli|demo|deploy|design-system|docs|e2e|sandbox-gateway|scripts|server|web)\/[\w./+-]+\.[a-z]+)`/g,
  ).filter(({ name }) => !/[A-Z]{4}/.test(name));
  expect(mentions.length).toBeGreaterThan(200);
  expect(mentions.filter(({ name }) => !existsSync(join(rootFolder, name)))).toEqual([]);
});
