const colors = [
  "bg-theme-fuji",
  "bg-theme-mizu",
  "bg-theme-sakura",
  "bg-theme-tamago",
  "bg-theme-wakaba",
  "bg-theme-kaki",
];

/** The initials of a person on a color of their own. The name must stand beside it. */
export function Avatar({ name, id, isLarge = false }: { name: string; id: number; isLarge?: boolean }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("");
  return (
    <span
      aria-hidden
      className={`inline-grid shrink-0 place-items-center rounded-full ${colors[id % colors.length]} leading-none font-semibold text-on-theme ${isLarge ? "size-6.5 text-[10.5px]" : "size-5 text-[9px]"}`}
    >
      {initials}
    </span>
  );
}

/** The avatar and the name of a person. */
export function Person({ name, id }: { name: string; id: number }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-middle">
      <Avatar name={name} id={id} />
      <span className="truncate">{name}</span>
    </span>
  );
}
