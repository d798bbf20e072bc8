/**
 * What a program of ours needs of this machine and nothing else: where programs are, and where modules lie compiled, so
 * that each of hundreds of starts does not compile them again.
 */
export const machineEnvironment = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
};
