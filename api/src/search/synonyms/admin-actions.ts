import { z } from "zod";
import { refuse } from "../../platform/http/errors.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { refusals, type Synonym, synonym } from "./admin-schema.ts";
import { addVocabularyWords, deleteSynonym, insertSynonym, removeVocabularyWords } from "./synonym-sql.ts";

const subject = (_params: object, { word }: Synonym) => ({ kind: "synonym", id: word });

/** Adds a synonym (docs/domain/search.md). The search uses it within 15 seconds. */
export const createSynonym = adminAction({
  name: "synonym.created",
  permission: "products:write",
  params: z.object({}),
  input: synonym,
  subject,
  stepUp: () => false,
  run: async (tx, _params, input) => {
    if (input.word === input.synonym) throw refuse(refusals, "synonym_of_itself");
    if (!(await insertSynonym(tx, input))) throw refuse(refusals, "synonym_exists");
    await addVocabularyWords(tx, input.word);
    return { result: input, changes: [{ field: "synonym", from: null, to: input.synonym }] };
  },
  inverse: ({ result }) => ({ action: "synonym.deleted", params: {}, input: result }),
});

/** Deletes a synonym; undo adds it again. */
export const removeSynonym = adminAction({
  name: "synonym.deleted",
  permission: "products:write",
  params: z.object({}),
  input: synonym,
  subject,
  stepUp: () => false,
  run: async (tx, _params, input) => {
    if (!(await deleteSynonym(tx, input))) throw refuse(refusals, "synonym_not_found");
    await removeVocabularyWords(tx, input.word);
    return { result: input, changes: [{ field: "synonym", from: input.synonym, to: null }] };
  },
  inverse: ({ result }) => ({ action: "synonym.created", params: {}, input: result }),
});
