import type { PostSummary } from "@furoshiki/api/blog";
import { Link } from "../navigation/link.tsx";
import { getThemeClasses } from "../catalog/theme-classes.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";

type PostCardProps = {
  post: PostSummary;
  /** The first post of a page: wide, its image loaded eagerly. */
  isFeatured?: boolean;
  level?: 2 | 3;
};

/** A post in a grid; the whole card is one link. */
export function PostCard({ post, isFeatured, level = 3 }: PostCardProps) {
  const HeadingTag = `h${level}` as const;
  return (
    <article
      className={`group relative ${isFeatured ? "grid gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-center lg:gap-10" : ""}`}
    >
      <Cover
        post={post}
        eager={isFeatured ?? false}
        sizes={
          isFeatured
            ? "(min-width: 1024px) 712px, 96vw"
            : "(min-width: 1280px) 411px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw, 96vw"
        }
      />
      <div className={isFeatured ? "" : "pt-4"}>
        <PostDetails post={post} />
        <HeadingTag className={`mt-1.5 ${isFeatured ? "text-2xl lg:text-4xl" : "text-xl"}`}>
          <Link to={`/blog/${post.slug}`} className="group-hover:text-tokiwa-700 after:absolute after:inset-0">
            {post.title}
          </Link>
        </HeadingTag>
        <p className={`mt-2 text-ink-2 ${isFeatured ? "text-base lg:text-lg" : "text-sm"}`}>{post.lead}</p>
      </div>
    </article>
  );
}

/** The first tag, the date and the reading time. */
export function PostDetails({ post }: { post: PostSummary }) {
  const { t, format } = useAccountI18n();
  const tag = post.tags[0];
  return (
    <p className="num flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
      {tag ? (
        <>
          <span className="font-medium text-ink-2">{tag.name}</span>
          <span aria-hidden>·</span>
        </>
      ) : null}
      <time dateTime={post.published_at}>{format.date(post.published_at)}</time>
      <span aria-hidden>·</span>
      {t("blog.minutes", { count: post.minutes })}
    </p>
  );
}

function Cover({ post, sizes, eager }: { post: PostSummary; sizes: string; eager: boolean }) {
  const { cover, cloth } = post;
  const imageClass = "aspect-3/2 w-full rounded-xs";
  if (!cover) return <div aria-hidden className={`${imageClass} ${getThemeClasses(cloth).backgroundClass}`} />;
  return <Picture image={cover} sizes={sizes} eager={eager} className={`${imageClass} object-cover`} />;
}
