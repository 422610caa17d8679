import type { PostHead } from "@furoshiki/api/journal";
import { clothClasses } from "../catalogue/cloth.ts";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";

type PostCardProps = {
  post: PostHead;
  /** The first of a page: wide, its picture at once. */ lead?: boolean;
  level?: 2 | 3;
};

/** An article in a grid; the whole card is one link. */
export function PostCard({ post, lead, level = 3 }: PostCardProps) {
  const { to } = useShop();
  const Heading = `h${level}` as const;
  return (
    <article
      className={`group relative ${lead ? "grid gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-center lg:gap-10" : ""}`}
    >
      <Cover
        post={post}
        eager={lead ?? false}
        sizes={
          lead
            ? "(min-width: 1024px) 712px, 96vw"
            : "(min-width: 1280px) 411px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw, 96vw"
        }
      />
      <div className={lead ? "" : "pt-4"}>
        <PostFacts post={post} />
        <Heading className={`mt-1.5 ${lead ? "text-2xl lg:text-4xl" : "text-xl"}`}>
          <a href={to(`/blog/${post.slug}`)} className="group-hover:text-tokiwa-700 after:absolute after:inset-0">
            {post.title}
          </a>
        </Heading>
        <p className={`mt-2 text-ink-2 ${lead ? "text-base lg:text-lg" : "text-sm"}`}>{post.lead}</p>
      </div>
    </article>
  );
}

/** The first tag, the date, how long it takes to read. */
export function PostFacts({ post }: { post: PostHead }) {
  const { t, format } = useShop();
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

function Cover({ post, sizes, eager }: { post: PostHead; sizes: string; eager: boolean }) {
  const { cover, cloth } = post;
  const look = "aspect-3/2 w-full rounded-xs";
  if (!cover) return <div aria-hidden className={`${look} ${clothClasses(cloth).ground}`} />;
  return <Picture image={cover} sizes={sizes} eager={eager} className={`${look} object-cover`} />;
}
