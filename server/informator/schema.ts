import type { DemonstrationSchema } from '../demonstration/tables.ts';
import type { ContentSchema } from './content/schema.ts';
import type { DocflowSchema } from './docflow/schema.ts';
import type { PeopleSchema } from './people/schema.ts';

/** Table rows of the info service, whose three parts share one database. */
export interface InformatorSchema extends ContentSchema, PeopleSchema, DocflowSchema, DemonstrationSchema {}
