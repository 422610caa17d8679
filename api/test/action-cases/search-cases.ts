import { type ActionCase, executeCase } from "./action-case.ts";

let words = 0;

const createSynonym: ActionCase = async (_context, { text }) => ({
  params: {},
  input: { word: `слово${++words}`, synonym: text.trim() || "крем" },
});

/** The actions of the search. */
export const searchCases: Record<string, ActionCase> = {
  "synonym.created": createSynonym,
  "synonym.deleted": async (context, values) => {
    const created = await createSynonym(context, values);
    await executeCase(context, "synonym.created", created);
    return created;
  },
};
