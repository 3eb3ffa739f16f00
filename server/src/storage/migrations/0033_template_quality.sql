-- How the provider rates what contacts make of a template: green, yellow, red or unknown. Null until it says so.
alter table message_templates add column quality text;
