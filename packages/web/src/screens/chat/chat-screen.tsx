/** To be filled. */
export function ChatScreen() {
  return <h1 className="p-6 font-semibold text-xl">Chat</h1>;
}
