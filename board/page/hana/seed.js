// A seed that depends on the position, so that the same position always gets the same answer.

/** FNV-1a over the letters, 32 bits. @param {string} text */
export function seedOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
