import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from "react";
import type { MentionableStaff } from "@furoshiki/api/admin/staff/notifications";
import { useI18n } from "../i18n/use-i18n.tsx";
import { loadColleagues } from "../live/colleagues.ts";
import { Person } from "../ui/avatar.tsx";
import { findMentionQuery, suggestPeople } from "./find-mentions.ts";

const MAX_SUGGESTIONS = 6;
const noPeople: MentionableStaff = [];

/** A text field that suggests colleagues while a name is typed after `@`. The arrow keys and Enter choose one. */
export function MentionField(props: ComponentProps<"textarea">) {
  const { t } = useI18n();
  const ref = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [people, setPeople] = useState(noPeople);
  const [activeIndex, setActiveIndex] = useState(0);
  const active = people[activeIndex];

  const suggest = async () => {
    const query = getQuery(ref.current);
    const suggested = query === null ? noPeople : suggestPeople(await loadColleagues(), query);
    // The text may have changed while the colleagues were loaded.
    if (query !== getQuery(ref.current)) return;
    setPeople(suggested.slice(0, MAX_SUGGESTIONS));
    setActiveIndex(0);
  };
  const choose = (name: string) => {
    const { current: field } = ref;
    const query = getQuery(field);
    if (!field || query === null) return;
    field.setRangeText(`@${name} `, field.selectionStart - query.length - 1, field.selectionStart, "end");
    field.focus();
    setPeople(noPeople);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!active || event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") setActiveIndex((activeIndex + 1) % people.length);
    else if (event.key === "ArrowUp") setActiveIndex((activeIndex + people.length - 1) % people.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(active.name);
    else if (event.key === "Escape") setPeople(noPeople);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="relative">
      <textarea
        {...props}
        ref={ref}
        aria-autocomplete="list"
        aria-controls={active ? listId : undefined}
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        onInput={() => void suggest()}
        onKeyDown={handleKeyDown}
        onBlur={() => setPeople(noPeople)}
      />
      <span aria-live="polite" className="sr-only">
        {active ? t("orders.mention_suggestions", { count: people.length }) : ""}
      </span>
      {active ? (
        <div
          id={listId}
          role="listbox"
          aria-label={t("orders.mention")}
          className="absolute top-full left-2 z-10 -mt-1 w-64 rounded-md border border-edge bg-card p-1 shadow-overlay"
        >
          {people.map(({ id, name }) => (
            <div
              key={id}
              id={`${listId}-${id}`}
              role="option"
              tabIndex={-1}
              aria-selected={id === active.id}
              className="flex min-h-11 cursor-pointer items-center rounded-md px-2 hover:bg-hover aria-selected:bg-hover desk:min-h-8"
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              <Person id={id} name={name} />
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function getQuery(field: HTMLTextAreaElement | null): string | null {
  return field && findMentionQuery(field.value.slice(0, field.selectionStart));
}
