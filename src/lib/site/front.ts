/** What the front page is built with; apart from `site`, so that no script carries it. */
export const front = __FRONT__;
