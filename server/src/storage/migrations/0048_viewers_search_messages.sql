-- Users who do not see everything search messages, too. The function returns ids; policies limit the messages that are then read.
grant execute on function find_messages to patchbay_viewer;
