import { useEffect, useRef, useState, type RefObject } from "react";
import { useNavigation } from "react-router";
import type { DraftReference } from "./draft-api.ts";
import { initialDraftState, openFormDraft } from "./form-draft-controller.ts";
import type { FormValues } from "./form-values.ts";

/**
 * Keeps a draft of a form on the server.
 *
 * @param ref an element of the form
 * @param stored the values of the record by the fields of the form; other fields are not saved
 * @param watched a value that changes with fields that change without an event, such as by a button
 */
export function useDraft(
  ref: RefObject<HTMLElement | null>,
  { kind, id }: DraftReference,
  stored: FormValues,
  watched?: unknown,
) {
  const [state, setState] = useState(initialDraftState);
  const draft = useRef<ReturnType<typeof openFormDraft> | null>(null);
  const latestStored = useRef(stored);
  useEffect(() => {
    latestStored.current = stored;
  });
  useEffect(() => {
    const form = ref.current?.closest("form");
    if (!form) return undefined;
    const opened = openFormDraft(form, { kind, id }, { getStored: () => latestStored.current, onChange: setState });
    draft.current = opened;
    return () => {
      opened.close();
      draft.current = null;
      setState(initialDraftState);
    };
  }, [ref, kind, id]);
  const isIdle = useNavigation().state === "idle";
  useEffect(() => {
    if (isIdle) draft.current?.saveAfterSubmission();
  }, [isIdle]);
  const firstWatched = useRef(watched);
  useEffect(() => {
    if (watched !== firstWatched.current) draft.current?.schedule();
  }, [watched]);
  return { ...state, restore: () => draft.current?.restore(), discard: () => draft.current?.discard() };
}
