// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Post, PostList, PostSummary } from "@furoshiki/api/blog";
import { renderRoute } from "../../test/render-page.tsx";
import { createRootData } from "../../test/root-data.ts";
import { callRoute } from "../../test/route-requests.ts";
import BlogPage, { loader as loadBlog, meta as getBlogMeta } from "./blog.page.tsx";
import NewsPage, { loader as loadNews } from "./news.page.tsx";
import PostPage, { loader as loadPost } from "./post.page.tsx";
import type { Route as BlogRoute } from "./+types/blog.page";
import type { Route as NewsRoute } from "./+types/news.page";
import type { Route as PostRoute } from "./+types/post.page";

const care = { slug: "care", name: "Care" };

const createPost = (overrides: Partial<PostSummary> = {}): PostSummary => ({
  ...{ slug: "camellia", title: "Camellia oil", lead: "What it does.", cover: null, cloth: "mizu" },
  ...{ published_at: "2026-11-08T09:00:00Z", minutes: 4, tags: [care] },
  ...overrides,
});

const createList = (overrides: Partial<PostList> = {}): PostList => ({
  ...{ items: [createPost()], total: 25, page: 1, per_page: 10, tags: [{ ...care, count: 3 }], twin: true },
  ...overrides,
});

const article: Post = {
  ...createPost(),
  html: "<h2>One</h2><p>Text</p><h2>Two</h2><table><tr><td>1</td></tr></table><h2>Three</h2>",
  ...{ share: "/share.png", products: [], more: [], twin: true },
};

const respondWith = (data: object) => () => ({ body: { data } });

async function renderBlog(list: PostList, url = "/blog", slug?: string) {
  const { result } = await callRoute(loadBlog, { url, params: slug ? { slug } : {}, respond: respondWith(list) });
  return renderRoute(BlogPage, { loaderData: result as BlogRoute.ComponentProps["loaderData"] }, { url });
}

describe("the blog", () => {
  it.each([
    ["/blog", undefined, "GET /v1/blog?page=1&per_page=10"],
    ["/blog?page=2", undefined, "GET /v1/blog?page=2&per_page=10"],
    ["/blog?page=x", undefined, "GET /v1/blog?page=1&per_page=10"],
    ["/blog/tag/care?page=2", "care", "GET /v1/blog?page=2&per_page=10&tag=care"],
  ])("at %s requests its posts", async (url, slug, call) => {
    const request = { url, params: slug ? { slug } : {}, respond: respondWith(createList()) };
    const { apiRequests } = await callRoute(loadBlog, request);
    expect(apiRequests.map((request) => request.call)).toEqual([call]);
  });

  it("has no page behind the last one", async () => {
    const { result } = await callRoute(loadBlog, { url: "/blog?page=4", respond: respondWith(createList()) });
    expect(result).toMatchObject({ init: { status: 404 } });
  });

  it("shows the posts as headings that link to them", async () => {
    await renderBlog(createList({ items: [createPost(), createPost({ slug: "rice", title: "Rice soap", tags: [] })] }));
    const first = screen.getByRole("heading", { level: 2, name: "Camellia oil" });
    expect(within(first).getByRole("link")).toHaveAttribute("href", "/en-US/blog/camellia");
    const others = within(screen.getByRole("region", { name: "More articles" }));
    expect(others.getByRole("heading", { level: 3, name: "Rice soap" })).toBeVisible();
    expect(others.getByText("8 November 2026")).toHaveAttribute("datetime", "2026-11-08T09:00:00Z");
  });

  it.each([
    [0, "less than a minute"],
    [1, "1 min read"],
    [4, "4 min read"],
  ])("says how long %i minutes of reading take", async (minutes, text) => {
    await renderBlog(createList({ items: [createPost({ minutes })] }));
    expect(
      screen.getByText((_, element) => element?.tagName === "P" && element.textContent.endsWith(text)),
    ).toBeVisible();
  });

  it("leads to the topics, and marks the one shown", async () => {
    await renderBlog(createList(), "/blog/tag/care", "care");
    expect(screen.getByRole("heading", { level: 1, name: "Care" })).toBeVisible();
    const topics = within(screen.getByRole("navigation", { name: "Topics" }));
    expect(topics.getByRole("link", { name: "All" })).toHaveAttribute("href", "/en-US/blog");
    expect(topics.getByRole("link", { current: "page" })).toHaveTextContent("Care3");
  });

  it("keeps the topic on its other pages", async () => {
    await renderBlog(createList({ page: 2 }), "/blog/tag/care?page=2", "care");
    const pages = within(screen.getByRole("navigation", { name: "Pages" }));
    const getUrl = (name: string) => pages.getByRole("link", { name }).getAttribute("href");
    expect(getUrl("Next page")).toBe("/en-US/blog/tag/care?page=3");
    expect(getUrl("Previous page")).toBe("/en-US/blog/tag/care");
  });

  it("says that it is empty, and is not indexed then", async () => {
    await renderBlog(createList({ items: [], total: 0, tags: [] }));
    expect(screen.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Topics" })).not.toBeInTheDocument();
    const loaderData = { ...createList({ total: 0 }), pages: 1, tag: null };
    const matches = [{ id: "root", loaderData: createRootData("en-US") }];
    const location = { pathname: "/en-US/blog", search: "" };
    const descriptors = getBlogMeta({ loaderData, matches, location } as unknown as BlogRoute.MetaArgs);
    expect(descriptors).toContainEqual(
      expect.objectContaining({ name: "robots", content: expect.stringContaining("noindex") }),
    );
  });
});

async function renderPost(post: Post, path = "/blog/camellia") {
  const { result, apiRequests } = await callRoute(loadPost, {
    ...{ url: path, params: { slug: post.slug }, respond: respondWith(post) },
  });
  const loaderData = result as PostRoute.ComponentProps["loaderData"];
  return { ...renderRoute(PostPage, { loaderData }, { url: path }), apiRequests };
}

describe("a post", () => {
  it("has a table of contents that leads to its headings", async () => {
    await renderPost(article);
    const contents = within(screen.getByRole("navigation", { name: "In this article" }));
    for (const name of ["One", "Two", "Three"]) {
      const target = contents.getByRole("link", { name }).getAttribute("href")?.slice(1) ?? "";
      expect(document.getElementById(target)).toHaveTextContent(name);
    }
  });

  it("has none if it is short", async () => {
    await renderPost({ ...article, html: "<h2>One</h2><p>Text</p><h2>Two</h2>" });
    expect(screen.queryByRole("navigation", { name: "In this article" })).not.toBeInTheDocument();
  });

  it("lets wide tables scroll, named by the heading before them", async () => {
    await renderPost(article);
    expect(screen.getByRole("region", { name: "Two" })).toHaveAttribute("tabindex", "0");
  });

  it("leads to its topics and to posts to read next", async () => {
    await renderPost({ ...article, more: [createPost({ slug: "rice", title: "Rice soap" })] });
    const topics = within(screen.getByRole("list", { name: "Topics" }));
    expect(topics.getByRole("link", { name: "Care" })).toHaveAttribute("href", "/en-US/blog/tag/care");
    expect(screen.getByRole("heading", { name: "Read next" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Rice soap" })).toHaveAttribute("href", "/en-US/blog/rice");
    expect(screen.getByRole("link", { name: "All articles" })).toHaveAttribute("href", "/en-US/blog");
  });

  it("of the news is loaded from there, without topics", async () => {
    const more = [createPost({ slug: "closed", title: "Closed on Monday", published_at: "2026-11-02T09:00:00Z" })];
    const { apiRequests } = await renderPost({ ...article, more }, "/news/camellia");
    expect(apiRequests.map(({ call }) => call)).toEqual(["GET /v1/news/camellia"]);
    expect(screen.queryByRole("list", { name: "Topics" })).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "More news" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Closed on Monday" })).toHaveAttribute("href", "/en-US/news/closed");
    expect(screen.getByRole("link", { name: "All news" })).toHaveAttribute("href", "/en-US/news");
  });
});

describe("the news", () => {
  const load = (list: PostList) => callRoute(loadNews, { url: "/news", respond: respondWith(list) });

  it("are listed by month, newest first", async () => {
    const items = [
      createPost({ slug: "b", title: "New brand" }),
      createPost({ slug: "a", title: "Day off", published_at: "2026-10-30T09:00:00Z", tags: [] }),
    ];
    const { result } = await load(createList({ items, total: 2 }));
    renderRoute(NewsPage, { loaderData: result as NewsRoute.ComponentProps["loaderData"] }, { url: "/news" });
    expect(screen.getAllByRole("region").map((month) => month.getAttribute("aria-label"))).toEqual([
      "November 2026",
      "October 2026",
    ]);
    const october = within(screen.getByRole("region", { name: "October 2026" }));
    expect(october.getByRole("link", { name: "Day off" })).toHaveAttribute("href", "/en-US/news/a");
    expect(october.getByText("30 October 2026")).toBeVisible();
  });

  it("do not exist if only the other language has some, and are empty if none has", async () => {
    expect((await load(createList({ items: [], total: 0, twin: true }))).result).toMatchObject({
      init: { status: 404 },
    });
    const { result } = await load(createList({ items: [], total: 0, twin: false }));
    renderRoute(NewsPage, { loaderData: result as NewsRoute.ComponentProps["loaderData"] }, { url: "/news" });
    expect(screen.getByText("There is no news yet.")).toBeVisible();
  });
});
