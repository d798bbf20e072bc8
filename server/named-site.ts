import { RESULTS_PATH } from '../rules/parts/question.ts';
import { type NameRules, nameOfRequest, REQUEST_ID_HEADER } from './http/request-id.ts';
import type { Site } from './http/site/site.ts';
import { onBehalfOf } from './signals/request-context.ts';

/**
 * A site whose pages of the catalogue are each filled on behalf of a request with a name, so that what is asked for one, here
 * or of another service, has it. Files of the site that are only read have none.
 */
export const withNames = (site: Site, rules: NameRules): Site => ({
  ...site,
  serve(request, response) {
    if (!request.url?.startsWith(RESULTS_PATH)) return site.serve(request, response);
    const { id } = nameOfRequest(request, rules);
    response.setHeader(REQUEST_ID_HEADER, id);
    return onBehalfOf({ id }, () => site.serve(request, response));
  },
  get served() {
    return site.served;
  },
});
