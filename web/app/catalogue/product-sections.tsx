import { Fragment, useEffect, useState, type ReactNode } from "react";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";

export type Section = { id: string; name: string; count?: number };

/** Anchors to the sections, sticky under the header; the one being read is marked. */
export function SectionTabs({ sections }: { sections: readonly Section[] }) {
  const { t } = useShop();
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: "-30% 0px -60%" },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return (
    <nav
      aria-label={t("product.about")}
      data-second-bar=""
      className="top-[109px] z-20 mt-10 border-y border-line bg-surface tall:sticky lg:top-[117px] lg:mt-16"
    >
      <ul className="scroll-x mx-auto flex max-w-page gap-1 px-4">
        {sections.map(({ id, name, count }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={id === current ? "true" : undefined}
              className={`flex h-13 items-center gap-1.5 border-b-2 px-3 text-sm lg:px-4 lg:text-base ${id === current ? "border-tokiwa-700 font-semibold text-tokiwa-700" : "border-transparent text-ink-2 hover:text-ink"}`}
            >
              {name}
              {count ? <span className="num text-xs text-ink-3">{count}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type AboutProps = {
  description: string;
  facts: ReadonlyArray<{ name: string; value: ReactNode }>;
  /** What is in it. */
  children: ReactNode;
};

export function AboutProduct({ description, facts, children }: AboutProps) {
  const { t } = useShop();
  return (
    <div className="mx-auto mt-8 grid max-w-page gap-10 px-4 lg:mt-12 lg:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] lg:gap-14">
      <section id="description">
        <h2 className="text-2xl">{t("product.description")}</h2>
        <div className="prose mt-4 max-w-read" dangerouslySetInnerHTML={{ __html: description }} />
      </section>
      <section id="characteristics">
        <h2 className="text-2xl">{t("product.characteristics")}</h2>
        <dl className="mt-3">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex gap-2 border-b border-line py-2.5 text-sm">
              <dt className="w-1/2 shrink-0 text-ink-2 lg:w-[44%]">{name}</dt>
              <dd className="text-ink">{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </section>
    </div>
  );
}

/** A fact that leads somewhere in the shop. */
export function FactLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
    >
      {children}
    </Link>
  );
}

/** The tags of a product, each leading to what else bears it. */
export function TagLinks({ tags }: { tags: readonly { slug: string; name: string }[] }) {
  return tags.map((tag, at) => (
    <Fragment key={tag.slug}>
      {at > 0 ? ", " : null}
      <FactLink to={`/tags/${tag.slug}`}>{tag.name}</FactLink>
    </Fragment>
  ));
}
