-- The list of channels in the source validates these columns (adapters/definitions.ts): a new channel needs no migration.
alter table channels drop constraint channels_type_check;
alter table handles drop constraint handles_type_check;
alter table consents drop constraint consents_channel_type_check;
