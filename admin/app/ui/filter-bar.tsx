import { ListFilter, Search, X } from "lucide-react";
import { Fragment, useEffect, useId, useRef, useState, type ReactNode, type ToggleEvent } from "react";
import { Form, Link, useLocation } from "react-router";
import { usePageValue } from "@furoshiki/design-system/browser/use-page-value.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "./button.tsx";
import { useShortcuts } from "./shortcuts.ts";

/** A filter that is set. */
export type FilterChip = Readonly<{ key: string; name: string; value: string; removePath: string }>;

/** Inputs that keep the other search parameters of a list in a form with the GET method. */
export function HiddenParams({ params }: { params: ReadonlyArray<readonly [name: string, value: string]> }) {
  return params.map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

/** The search field of a list, which `/` focuses. */
export function ListSearch({
  label,
  value,
  params,
}: {
  label: string;
  value: string;
  params: ReadonlyArray<readonly [name: string, value: string]>;
}) {
  const { field, onEdit, onLeave } = usePageValue(value);
  useShortcuts({ "/": () => field.current?.focus() });
  return (
    <Form role="search" className="relative w-full desk:w-[220px]" onSubmit={onLeave}>
      <HiddenParams params={params} />
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={value}
        onInput={onEdit}
        aria-label={label}
        placeholder={label}
        maxLength={120}
        className="h-11 w-full rounded-full border border-control bg-card pr-3 pl-8.5 text-base placeholder:text-ink-3 desk:h-7 desk:text-xs [&::-webkit-search-cancel-button]:hidden"
      />
    </Form>
  );
}

/** The filters that are set; each has a link that removes it. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const { t } = useI18n();
  return chips.map(({ key, name, value, removePath }) => (
    <span key={key} className="chip pr-1 desk:pr-0.5">
      <span className="text-ink-3">{name}:</span>
      <span className="font-medium">{value}</span>
      <Link
        to={removePath}
        aria-label={t("list.remove_filter", { name })}
        className="grid size-8 place-items-center rounded-full text-ink-3 hover:bg-hover hover:text-ink desk:size-6"
      >
        <X size={14} aria-hidden />
      </Link>
    </span>
  ));
}

/**
 * A button with a popover below it. The uncontrolled fields in it show the values of the page each time it opens; it
 * closes when the navigation that its form began ends. A navigation that began before leaves it as it is.
 */
export function PopoverButton({
  label,
  icon,
  className,
  children,
}: {
  label: string;
  icon: ReactNode;
  className: string;
  children: ReactNode;
}) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const isSubmitted = useRef(false);
  const [openings, setOpenings] = useState(0);
  const { key } = useLocation();
  useEffect(() => {
    if (isSubmitted.current && ref.current?.matches(":popover-open")) ref.current.hidePopover();
  }, [key]);
  const beforeToggle = ({ newState }: ToggleEvent) => {
    if (newState !== "open") return;
    isSubmitted.current = false;
    setOpenings((count) => count + 1);
  };
  return (
    <>
      <button type="button" popoverTarget={id} className={className}>
        {icon}
        {label}
      </button>
      <div
        ref={ref}
        id={id}
        popover="auto"
        onBeforeToggle={beforeToggle}
        onSubmit={() => {
          isSubmitted.current = true;
        }}
        className="m-auto w-[min(23rem,100vw-2rem)] rounded-lg border border-edge bg-card p-4 text-sm text-ink shadow-overlay supports-[position-area:bottom]:mx-0 supports-[position-area:bottom]:my-1.5 [position-area:bottom_span-right] [position-try-fallbacks:flip-inline]"
      >
        <Fragment key={openings}>{children}</Fragment>
      </div>
    </>
  );
}

/** A button with a form of filters below it. `params` are the search parameters that the form keeps. */
export function FilterForm({
  params,
  children,
}: {
  params: ReadonlyArray<readonly [name: string, value: string]>;
  children: ReactNode;
}) {
  const { t } = useI18n();
  return (
    <PopoverButton
      label={t("list.filter")}
      icon={<ListFilter size={14} aria-hidden />}
      className="chip border-dashed text-ink-2 hover:border-line-strong"
    >
      <Form className="grid gap-3">
        <HiddenParams params={params} />
        {children}
        <Button type="submit" kind="primary" size="md">
          {t("list.apply_filter")}
        </Button>
      </Form>
    </PopoverButton>
  );
}
