import { Outlet, useRouteError } from "react-router";
import { ErrorMessage } from "../shell/error-page.tsx";

/** Shows the error of a page inside of the shell. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorMessage error={useRouteError()} />;
}
