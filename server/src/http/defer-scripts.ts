/** The type of a script that the browser does not execute. */
const INERT_TYPE = "text/deferred-module";
/** Links that React Router, and React for the messages of the page, render for the modules of a page. */
const preloadLink = /<link rel="modulepreload" href="([^"<>]+)"[^<>]*\/>/g;

/** A picture that takes longer than this after the first paint is not waited for. */
const MAX_WAIT_MS = 2000;

/**
 * Returns a script that starts the modules of a page when its first content and its main pictures have been painted. In a
 * tab in the background, which is not painted, they start when everything has loaded; otherwise a second later at the
 * latest. Whoever touches the page or presses a key before does not wait.
 */
function createStarter(modules: readonly string[]): string {
  // `<` could end the script.
  const urls = JSON.stringify(modules).replaceAll("<", "\\u003c");
  return `((urls)=>{let isStarted=false;const start=()=>{if(isStarted)return;isStarted=true;
document.head.append(...urls.map((href)=>Object.assign(document.createElement("link"),{rel:"modulepreload",href})));
const text=document.querySelector('script[type="${INERT_TYPE}"]').text;
const script=Object.assign(document.createElement("script"),{type:"module",text});document.head.append(script);script.remove()};
addEventListener("load",()=>setTimeout(start,document.hidden?0:1000));
for(const type of ["pointerdown","keydown"])addEventListener(type,start,{once:true,passive:true});
const waitForPictures=async(list)=>{if(!list.getEntriesByName("first-contentful-paint").length)return;setTimeout(start,${MAX_WAIT_MS});
const pictures=[...document.querySelectorAll('img[fetchpriority="high"]')];
await Promise.allSettled(pictures.map((picture)=>picture.decode()));requestAnimationFrame(()=>setTimeout(start))};
new PerformanceObserver(waitForPictures).observe({type:"paint",buffered:true})})(${urls})`;
}

/**
 * Defers the modules of a page until its content has been painted. The browser loads them with the priority of the
 * stylesheet, the fonts and the main picture, which they delay by a second on a slow connection. Until then links and forms
 * work without them.
 * @param page a complete page whose scripts have the nonce
 */
export function deferScripts(page: string, nonce: string): string {
  const attribute = ` nonce="${nonce}"`;
  const opening = `<script${attribute} type="module" async="">`;
  const start = page.indexOf(opening);
  if (start < 0) return page;
  const end = page.indexOf("</script>", start);
  const modules: string[] = [];
  const head = page.slice(0, start).replaceAll(preloadLink, (_, href: string) => {
    modules.push(href.replaceAll("&amp;", "&"));
    return "";
  });
  const inertScript = `<script${attribute} type="${INERT_TYPE}">${page.slice(start + opening.length, end)}</script>`;
  return `${head}${inertScript}<script${attribute}>${createStarter(modules)}${page.slice(end)}`;
}
