/** To be filled. */
export function SessionsScreen() {
  return <h1 className="p-6 font-semibold text-xl">Sessions</h1>;
}
