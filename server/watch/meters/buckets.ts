/** Upper bounds of counted durations, seconds: of requests, … */
export const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120];
/** … of statements, questions of the search and their stages, … */
export const SHORT_SECONDS = [0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];
/** … of import runs and builds. */
export const LONG_SECONDS = [1, 5, 15, 60, 300, 900, 3_600];
