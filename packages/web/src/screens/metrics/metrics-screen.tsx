/** To be filled. */
export function MetricsScreen() {
  return <h1 className="p-6 font-semibold text-xl">Metrics</h1>;
}
