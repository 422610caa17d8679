import type { Draft } from "@furoshiki/api/admin/drafts";
import { type DraftOutcome, type DraftReference, loadDraft, saveDraft } from "./draft-api.ts";
import { createDraftSaver } from "./draft-saver.ts";
import { enterValues, type FormValues, readChangedValues } from "./form-values.ts";

export type FormDraftState = Readonly<{
  /** What the person had typed before and can restore; null if there is nothing. */
  offered: Draft | null;
  /** Of the last request that saved the draft. */
  outcome: DraftOutcome | null;
}>;

export const initialDraftState: FormDraftState = { offered: null, outcome: null };

type FormDraftOptions = {
  /** Returns the values of the record by the fields of the form; other fields are not saved. */
  getStored: () => FormValues;
  onChange: (state: FormDraftState) => void;
};

/**
 * Saves what a person types into a form, and loads what they had typed before. While that is offered, nothing is saved,
 * so that it is not lost.
 */
export function openFormDraft(
  form: HTMLFormElement,
  reference: DraftReference,
  { getStored, onChange }: FormDraftOptions,
) {
  let state = initialDraftState;
  let isSubmitted = false;
  const listening = new AbortController();
  const { signal } = listening;
  const update = (changes: Partial<FormDraftState>) => {
    state = { ...state, ...changes };
    if (!signal.aborted) onChange(state);
  };
  const saver = createDraftSaver({
    readChanges: () => readChangedValues(form, getStored()),
    save: (changes) => saveDraft(reference, changes),
    onOutcome: (outcome) => update({ outcome }),
  });
  const schedule = () => {
    if (state.offered === null) saver.schedule();
  };
  form.addEventListener("input", schedule, { signal });
  form.addEventListener(
    "submit",
    () => {
      isSubmitted = true;
      saver.cancel();
    },
    { signal },
  );
  for (const type of ["pagehide", "online"]) window.addEventListener(type, saver.flush, { signal });
  void loadDraft(reference).then((draft) => {
    if (draft === null || signal.aborted || !isDifferent(form, draft.changes)) return;
    saver.cancel();
    update({ offered: draft });
  });
  return {
    schedule,
    /** Saves what was typed again if it was submitted and the form is still open: it may have been refused. */
    saveAfterSubmission: () => {
      if (isSubmitted) schedule();
      isSubmitted = false;
    },
    restore: async () => {
      const { offered } = state;
      update({ offered: null });
      if (offered) await enterValues(form, offered.changes);
    },
    /** Deletes the offered draft; what was typed meanwhile replaces it. */
    discard: () => {
      update({ offered: null });
      saver.schedule();
      saver.flush();
    },
    close: () => {
      saver.close();
      listening.abort();
    },
  };
}

function isDifferent(form: HTMLFormElement, changes: FormValues): boolean {
  const values = new FormData(form);
  return Object.entries(changes).some(([name, value]) => String(values.get(name) ?? "") !== value);
}
