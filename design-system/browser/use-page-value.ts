import { useCallback, useEffect, useRef, type RefObject } from "react";

type PageValue = Readonly<{
  field: RefObject<HTMLInputElement | null>;
  /** To be called when the text is edited. */
  onEdit: () => void;
  /** To be called when the text was submitted or the field was left. */
  onLeave: () => void;
}>;

/**
 * Keeps the text of an uncontrolled field equal to `value`, the text of the current page, unless the field was edited
 * since it was last left: a page that arrives late does not replace what was typed meanwhile.
 */
export function usePageValue(value: string): PageValue {
  const field = useRef<HTMLInputElement>(null);
  const isEdited = useRef(false);
  const pageValue = useRef(value);
  useEffect(() => {
    if (pageValue.current === value) return;
    pageValue.current = value;
    if (field.current && !isEdited.current) field.current.value = value;
  }, [value]);
  const onEdit = useCallback(() => {
    isEdited.current = true;
  }, []);
  const onLeave = useCallback(() => {
    isEdited.current = false;
  }, []);
  return { field, onEdit, onLeave };
}
