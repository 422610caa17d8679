import { Fragment, useEffect, useState, type ReactNode } from "react";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** A section of the product page: the id of its element, its name, and a number shown beside it. */
export type ProductSection = { id: string; name: string; count?: number };

/** Links to the sections, sticky under the header; the section in view is marked. */
export function SectionTabs({ sections }: { sections: readonly ProductSection[] }) {
  const { t } = useI18n();
  const [currentId, setCurrentId] = useState(sections[0]?.id);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const visibleEntry = entries.find((entry) => entry.isIntersecting);
        if (visibleEntry) setCurrentId(visibleEntry.target.id);
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
              aria-current={id === currentId ? "true" : undefined}
              className={`flex h-13 items-center gap-1.5 border-b-2 px-3 text-sm lg:px-4 lg:text-base ${id === currentId ? "border-tokiwa-700 font-semibold text-tokiwa-700" : "border-transparent text-ink-2 hover:text-ink"}`}
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

type ProductDescriptionProps = {
  description: string;
  properties: ReadonlyArray<{ name: string; value: ReactNode }>;
  /** The ingredients, rendered below the description. */
  children: ReactNode;
};

/** The description of a product beside its properties. */
export function ProductDescription({ description, properties, children }: ProductDescriptionProps) {
  const { t } = useI18n();
  return (
    <div className="mx-auto mt-8 grid max-w-page gap-10 px-4 lg:mt-12 lg:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] lg:gap-14">
      <section id="description">
        <h2 className="text-2xl">{t("product.description")}</h2>
        <div className="prose mt-4 max-w-read" dangerouslySetInnerHTML={{ __html: description }} />
        {children}
      </section>
      <section id="characteristics">
        <h2 className="text-2xl">{t("product.characteristics")}</h2>
        <dl className="mt-3">
          {properties.map(({ name, value }) => (
            <div key={name} className="flex gap-2 border-b border-line py-2.5 text-sm">
              <dt className="w-1/2 shrink-0 text-ink-2 lg:w-[44%]">{name}</dt>
              <dd className="text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

/** The value of a property that links to a page of the store. */
export function PropertyLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
    >
      {children}
    </Link>
  );
}

/** The tags of a product as links to their listings. */
export function TagLinks({ tags }: { tags: readonly { slug: string; name: string }[] }) {
  return tags.map((tag, index) => (
    <Fragment key={tag.slug}>
      {index > 0 ? ", " : null}
      <PropertyLink to={`/tags/${tag.slug}`}>{tag.name}</PropertyLink>
    </Fragment>
  ));
}
